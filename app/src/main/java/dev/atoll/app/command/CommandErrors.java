package dev.atoll.app.command;

import dev.atoll.app.screen.Screen;
import dev.atoll.comm.PeerException;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.policy.Suggestion;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns whatever went wrong into one clear message and an exit code. */
final class CommandErrors implements IExecutionExceptionHandler, IParameterExceptionHandler {
  private static final int FAILED = 1;
  private static final int BAD_USAGE = 2;

  private final Screen screen;
  private final BooleanSupplier debugs;

  CommandErrors(Screen screen, BooleanSupplier debugs) {
    this.screen = screen;
    this.debugs = debugs;
  }

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    String message =
        e instanceof UnmatchedArgumentException unmatched && !unmatched.getUnmatched().isEmpty()
            ? unknown(command, unmatched.getUnmatched().getFirst())
            : e.getMessage();
    screen.err().println("atoll: " + message);
    screen.err().println("See '" + command.qualifiedName() + " --help'.");
    showTrace(e);
    return BAD_USAGE;
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine line, ParseResult parsed) {
    screen.err().println("atoll: " + message(e));
    showTrace(e);
    if (isBug(e) && !debugs.getAsBoolean()) {
      screen.err().println("This is a mistake in Atoll; --debug shows where it happened.");
    }
    return e instanceof SettingsException ? BAD_USAGE : FAILED;
  }

  static int outOfMemory(Screen screen, OutOfMemoryError e) {
    screen
        .err()
        .println(
            "atoll: out of memory (" + e.getMessage() + "); ATOLL_JAVA_OPTS=-Xmx8g allows more");
    return FAILED;
  }

  private static String unknown(CommandSpec command, String given) {
    boolean option = given.startsWith("-");
    List<String> known =
        option
            ? command.options().stream().filter(o -> !o.hidden()).map(o -> o.longestName()).toList()
            : List.copyOf(command.subcommands().keySet());
    if (known.isEmpty()) {
      return command.qualifiedName() + " takes no argument '" + given + "'";
    }
    String name = option && given.contains("=") ? given.substring(0, given.indexOf('=')) : given;
    return Suggestion.unknown(
        (option ? "option of " : "command of ") + command.qualifiedName(), name, known);
  }

  /** What went wrong, in words for people. */
  static String message(Throwable e) {
    return switch (e) {
      case UncheckedIOException unchecked -> message(unchecked.getCause());
      case NoSuchFileException missing -> "no such file or folder: " + missing.getFile();
      case AccessDeniedException denied -> "no permission for " + denied.getFile();
      case FileAlreadyExistsException there -> "already exists: " + there.getFile();
      case FileSystemException other when other.getReason() != null ->
          other.getFile() + ": " + other.getReason();
      default -> isBug(e) ? e.toString() : e.getMessage();
    };
  }

  /** Errors made for people have a message that stands by itself; others are our own mistakes. */
  private static boolean isBug(Throwable e) {
    return e.getMessage() == null
        || !(e instanceof IllegalArgumentException
            || e instanceof IllegalStateException
            || e instanceof UnsupportedOperationException
            || e instanceof BadDataException
            || e instanceof PeerException
            || e instanceof UncheckedIOException
            || e instanceof IOException);
  }

  private void showTrace(Exception e) {
    if (debugs.getAsBoolean()) {
      e.printStackTrace(screen.err());
    }
  }
}
