package dev.atoll.app.command;

import dev.atoll.app.command.bench.BenchCommand;
import dev.atoll.app.command.option.GeneratorOptions;
import dev.atoll.app.command.option.Output;
import dev.atoll.app.predict.PredictionKind;
import dev.atoll.app.screen.LogFormat;
import dev.atoll.app.screen.Screen;
import dev.atoll.app.screen.ScreenLoggers;
import dev.atoll.formats.importer.EdgeRule;
import dev.atoll.formats.text.HeaderRule;
import dev.atoll.graph.policy.KeyType;
import dev.atoll.recipe.engine.ClusterBenchmark;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command {@code atoll} and all commands below it. */
@Command(
    name = "atoll",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Trains graph neural networks on graphs too big for one worker.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll train                                GraphSAGE on the Cora graph that comes along",
      "  atoll train --data citeseer --model gat    another graph, another model",
      "  atoll info --data cora                     describes a dataset",
      "",
      "'atoll COMMAND --help' lists the options of a command.",
      "Exit codes: 0 done, 1 data or run failed, 2 bad usage, 130 and 143 interrupted."
    })
public final class Commands implements Runnable {
  private static final int HELP_WIDTH = 100;

  /** Picocli's own. */
  private static final int LEAST_HELP_WIDTH = 55;

  private static final Map<String, Class<?>> ALL = new LinkedHashMap<>();

  static {
    ALL.put("train", TrainCommand.class);
    ALL.put("compare", CompareCommand.class);
    ALL.put("worker", WorkerCommand.class);
    ALL.put("reproduce", ReproduceCommand.class);
    ALL.put("plan", PlanCommand.class);
    ALL.put("dashboard", DashboardCommand.class);
    ALL.put("evaluate", EvaluateCommand.class);
    ALL.put("predict", PredictCommand.class);
    ALL.put("partition", PartitionCommand.class);
    ALL.put("info", InfoCommand.class);
    ALL.put("import", ImportCommand.class);
    ALL.put("generate", GenerateCommand.class);
    ALL.put("cache", CacheCommand.class);
    ALL.put("bench", BenchCommand.class);
    ALL.put("completion", CompletionCommand.class);
    ALL.put("help", CommandLine.HelpCommand.class);
  }

  @Spec private CommandSpec spec;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "show where an error came from (or set ATOLL_DEBUG)")
  private boolean debug;

  @Option(
      names = "--log",
      paramLabel = "FORM",
      scope = ScopeType.INHERIT,
      defaultValue = "text",
      description =
          "format of messages on standard error: text, or json, an object per line (text)")
  @SuppressWarnings("UnusedVariable") // LogFormat.of reads it before parsing
  private LogFormat log;

  /**
   * Runs one command.
   *
   * @return the exit code: 0 done, 1 failed, 2 bad usage
   */
  public static int run(Screen given, String... args) {
    Screen screen = given.in(LogFormat.of(args)); // before parsing, whose errors have a form, too
    Screen before = ScreenLoggers.show(screen);
    try {
      return line(screen, args).execute(args);
    } catch (OutOfMemoryError e) {
      return CommandErrors.outOfMemory(screen, e);
    } catch (InternalError e) {
      return CommandErrors.fault(screen, e);
    } finally {
      ScreenLoggers.show(before);
    }
  }

  private static CommandLine line(Screen screen, String... args) {
    Commands commands = new Commands();
    CommandErrors failures = new CommandErrors(screen, commands::debugs);
    CommandLine line = new CommandLine(commands, factory(screen));
    wanted(args).forEach(line::addSubcommand);
    register(line, LogFormat.class);
    register(line, PredictionKind.class);
    register(line, GeneratorOptions.Kind.class);
    register(line, EdgeRule.class);
    register(line, HeaderRule.class);
    register(line, BenchCommand.Target.class);
    register(line, ClusterBenchmark.Trial.class);
    return line.setOut(writer(screen.out()))
        .setErr(writer(screen.err()))
        .setUsageHelpAutoWidth(false)
        .setUsageHelpWidth(Math.clamp(screen.width(), LEAST_HELP_WIDTH, HELP_WIDTH))
        .setOverwrittenOptionsAllowed(true)
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(failures);
  }

  /** Only the command that is named first, so that the others cost no time; all where none is. */
  private static Collection<Class<?>> wanted(String... args) {
    return switch (args.length == 0 ? "" : args[0]) {
      case "-V", "--version" -> List.of();
      case "completion", "help" -> ALL.values();
      case String name when ALL.containsKey(name) -> List.of(ALL.get(name));
      default -> ALL.values();
    };
  }

  /** Constants are written in lower case, and a wrong one names those there are. */
  private static <E extends Enum<E>> void register(CommandLine line, Class<E> type) {
    KeyType<E> names = new KeyType.Constant<>(type);
    line.registerConverter(
        type,
        text ->
            names.parse(text).orElseThrow(() -> new TypeConversionException(names.problem(text))));
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, stream.charset());
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

  boolean debugs() {
    return debug || System.getenv("ATOLL_DEBUG") != null;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name the command to run");
  }
}
