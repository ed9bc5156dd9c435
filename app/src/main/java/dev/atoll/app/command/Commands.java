package dev.atoll.app.command;

import dev.atoll.app.command.option.OptionHeadings;
import dev.atoll.app.command.option.Output;
import dev.atoll.app.screen.LogFormat;
import dev.atoll.app.screen.Screen;
import dev.atoll.app.screen.ScreenLoggers;
import dev.atoll.graph.policy.KeyType;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
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

  /** The least width that picocli accepts. */
  private static final int LEAST_HELP_WIDTH = 55;

  private static final Map<String, Class<?>> OWN = new LinkedHashMap<>();

  static {
    OWN.put("train", TrainCommand.class);
    OWN.put("compare", CompareCommand.class);
    OWN.put("worker", WorkerCommand.class);
    OWN.put("plan", PlanCommand.class);
    OWN.put("dashboard", DashboardCommand.class);
    OWN.put("evaluate", EvaluateCommand.class);
    OWN.put("predict", PredictCommand.class);
    OWN.put("partition", PartitionCommand.class);
    OWN.put("info", InfoCommand.class);
    OWN.put("import", ImportCommand.class);
    OWN.put("generate", GenerateCommand.class);
    OWN.put("cache", CacheCommand.class);
    OWN.put("completion", CompletionCommand.class);
    OWN.put("help", CommandLine.HelpCommand.class);
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
    List<CommandProvider> beside = isOwn(args) ? List.of() : beside();
    wanted(beside, args).forEach(line::addSubcommand);
    OptionHeadings.apply(line);
    optionTypes(line).filter(Class::isEnum).distinct().forEach(type -> register(line, type));
    return line.setOut(writer(screen.out()))
        .setErr(writer(screen.err()))
        .setUsageHelpAutoWidth(false)
        .setUsageHelpWidth(Math.clamp(screen.width(), LEAST_HELP_WIDTH, HELP_WIDTH))
        .setOverwrittenOptionsAllowed(true)
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(failures);
  }

  private static boolean isOwn(String... args) {
    return args.length > 0 && OWN.containsKey(args[0]) && !args[0].equals("help");
  }

  private static List<CommandProvider> beside() {
    return ServiceLoader.load(CommandProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  /** The command that is named first, so that others cost no time; all of them if none is. */
  private static Collection<Class<?>> wanted(List<CommandProvider> beside, String... args) {
    String first = args.length == 0 ? "" : args[0];
    Map<String, Class<?>> all = new LinkedHashMap<>(OWN);
    beside.forEach(jar -> all.putAll(jar.commands()));
    return switch (first) {
      case "-V", "--version" -> List.of();
      case "completion", "help" -> all.values();
      case String name when all.containsKey(name) -> List.of(all.get(name));
      default -> all.values();
    };
  }

  /** The types of values of all options and parameters. */
  private static Stream<Class<?>> optionTypes(CommandLine line) {
    return Stream.concat(
        line.getCommandSpec().args().stream().flatMap(arg -> Stream.of(arg.auxiliaryTypes())),
        line.getSubcommands().values().stream().flatMap(Commands::optionTypes));
  }

  /** Registers a converter of lower-case constants, whose error lists the known ones. */
  private static <E extends Enum<E>> void register(CommandLine line, Class<?> type) {
    @SuppressWarnings("unchecked") // checked by the caller
    Class<E> constants = (Class<E>) type;
    KeyType<E> names = new KeyType.Constant<>(constants);
    line.registerConverter(
        constants,
        text ->
            names.parse(text).orElseThrow(() -> new TypeConversionException(names.problem(text))));
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, stream.charset());
  }

  /**
   * A factory that gives output options the screen; other classes have a constructor without
   * arguments.
   */
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
