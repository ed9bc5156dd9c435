package dev.atoll.app.command;

import dev.atoll.app.screen.Screen;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code atoll} and all commands below it. */
@Command(
    name = "atoll",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Trains graph neural networks on graphs too big for one worker.",
    subcommands = {CompletionCommand.class, CommandLine.HelpCommand.class},
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll train                                GraphSAGE on the Cora graph that comes along",
      "  atoll train --data citeseer --model gat    another graph, another model",
      "  atoll info --data cora                     what is in a dataset",
      "",
      "'atoll COMMAND --help' says what a command takes.",
      "Exit codes: 0 done, 1 failed, 2 bad usage."
    })
public final class Commands implements Runnable {
  @Spec private CommandSpec spec;

  /**
   * Runs one command.
   *
   * @return the exit code: 0 done, 1 failed, 2 bad usage
   */
  public static int run(Screen screen, String... args) {
    return line(screen).execute(args);
  }

  static CommandLine line(Screen screen) {
    Failures failures = new Failures(screen);
    return new CommandLine(new Commands(), factory(screen))
        .setOut(new java.io.PrintWriter(screen.out(), true))
        .setErr(new java.io.PrintWriter(screen.err(), true))
        .setUsageHelpAutoWidth(false)
        .setUsageHelpWidth(100)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(failures);
  }

  /** Options that write get the screen; everything else has a constructor without arguments. */
  private static IFactory factory(Screen screen) {
    return new IFactory() {
      @Override
      public <K> K create(Class<K> type) throws Exception {
        return type == Output.class
            ? type.cast(new Output(screen))
            : CommandLine.defaultFactory().create(type);
      }
    };
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say which command to run");
  }
}
