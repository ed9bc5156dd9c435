package dev.atoll.app.command;

import dev.atoll.app.screen.Screen;
import dev.atoll.graph.wording.Suggestion;
import dev.atoll.recipe.log.ErrorText;
import dev.atoll.recipe.settings.SettingsException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns an error into one clear message and an exit code. */
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
            : message(e);
    screen.error("atoll: " + message + "\nSee '" + command.qualifiedName() + " --help'.");
    showTrace(e);
    return BAD_USAGE;
  }

  /** The message of the check of a value; without one, that of the parser. */
  private static String message(ParameterException e) {
    Throwable cause = e;
    while (cause != null && !(cause instanceof SettingsException)) {
      cause = cause.getCause();
    }
    return cause == null ? e.getMessage() : cause.getMessage();
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine line, ParseResult parsed) {
    screen.error("atoll: " + ErrorText.of(e));
    showTrace(e);
    if (ErrorText.isBug(e) && !debugs.getAsBoolean()) {
      screen.error("This is a bug in Atoll; --debug shows where it happened.");
    }
    return e instanceof SettingsException ? BAD_USAGE : FAILED;
  }

  static int outOfMemory(Screen screen, OutOfMemoryError e) {
    screen.error(
        "atoll: out of memory (" + e.getMessage() + "); ATOLL_JAVA_OPTS=-Xmx8g allows more");
    return FAILED;
  }

  /**
   * Reports that mapped bytes are no longer there; any other such error is a bug and ends the
   * program.
   */
  static int fault(Screen screen, InternalError e) {
    if (ErrorText.isBug(e)) {
      throw e;
    }
    screen.error("atoll: " + ErrorText.of(e));
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

  private void showTrace(Exception e) {
    if (debugs.getAsBoolean()) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      screen.error(trace.toString().stripTrailing());
    }
  }
}
