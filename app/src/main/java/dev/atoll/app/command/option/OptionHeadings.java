package dev.atoll.app.command.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Groups the options of long commands in their {@code --help}, under headings by topic. Options of
 * every command, such as {@code --help}, follow in a group of their own.
 */
public final class OptionHeadings {
  private static final String REST = "General";

  private static final Map<String, List<Heading>> BY_COMMAND =
      Map.of(
          "train",
          List.of(
              new Heading("Data", "--data", "--task"),
              new Heading("Model", "--model", "--warm-start"),
              new Heading(
                  "Training",
                  "--recipe",
                  "--recipes-from",
                  "--preset",
                  "--epochs",
                  "--seed",
                  "--config",
                  "--set"),
              new Heading(
                  "Workers",
                  "--workers",
                  "--engine",
                  "--hosts",
                  "--secret-file",
                  "--master",
                  "--device"),
              new Heading(
                  "Output",
                  "--out",
                  "--overwrite",
                  "--resume",
                  "--timeline",
                  "--metrics-port",
                  "--json",
                  "--quiet")),
          "compare",
          List.of(
              new Heading("Data", "--data"),
              new Heading(
                  "Recipes", "--recipes", "--recipes-from", "--preset", "--vary", "--align"),
              new Heading(
                  "Training", "--model", "--epochs", "--seeds", "--seed", "--config", "--set"),
              new Heading("Workers", "--workers", "--engine", "--device"),
              new Heading("Output", "--out", "--resume", "--columns", "--json", "--quiet")),
          "plan",
          List.of(
              new Heading("Data and model", "--data", "--model"),
              new Heading("Recipes", "--recipes", "--recipes-from", "--set"),
              new Heading("Machines", "--workers", "--cluster", "--gpu"),
              new Heading("Measurement", "--seconds", "--calibrate", "--check"),
              new Heading("Output", "--json", "--quiet")),
          "partition",
          List.of(
              new Heading("Input", "--data", "--from"),
              new Heading(
                  "Partitioning",
                  "--parts",
                  "--partitioner",
                  "--balance",
                  "--tolerance",
                  "--objective",
                  "--effort",
                  "--seed",
                  "--threads",
                  "--config",
                  "--set"),
              new Heading("Expected traffic", "--fanouts", "--batch"),
              new Heading(
                  "Output",
                  "--out",
                  "--topology",
                  "--features",
                  "--assignment",
                  "--svg",
                  "--dry-run",
                  "--json",
                  "--quiet")),
          "import",
          List.of(
              new Heading(
                  "Input",
                  "--format",
                  "--nodes",
                  "--edges",
                  "--header",
                  "--text-ids",
                  "--duplicates",
                  "--unknown"),
              new Heading(
                  "Columns",
                  "--source",
                  "--target",
                  "--id",
                  "--label",
                  "--features",
                  "--encode",
                  "--like"),
              new Heading("Split", "--split", "--stratified", "--by", "--seed"),
              new Heading("Output", "--out", "--name", "--dry-run", "--json", "--quiet")),
          "generate",
          List.of(
              new Heading(
                  "Graph",
                  "--like",
                  "--kind",
                  "--scale",
                  "--degree",
                  "--nodes",
                  "--edges",
                  "--seed"),
              new Heading(
                  "Communities (sbm)",
                  "--communities",
                  "--inside-community",
                  "--inside-class",
                  "--exponent",
                  "--directed"),
              new Heading("Hubs (rmat)", "--levels", "--edge-factor", "--noise"),
              new Heading("Grid", "--rows", "--columns", "--torus"),
              new Heading("Anchor", "--community-size"),
              new Heading(
                  "Classes and features",
                  "--classes",
                  "--features",
                  "--signal",
                  "--label-noise",
                  "--train",
                  "--validation"),
              new Heading("Output", "--out", "--json", "--quiet")));

  private OptionHeadings() {}

  /** A heading and the options below it. */
  private record Heading(String title, List<String> options) {
    Heading(String title, String... options) {
      this(title, List.of(options));
    }
  }

  /** Groups the options of the program's long commands, and shortens their usage lines. */
  public static void apply(CommandLine program) {
    program.getSubcommands().entrySet().stream()
        .filter(command -> BY_COMMAND.containsKey(command.getKey()))
        .forEach(command -> apply(command.getValue(), BY_COMMAND.get(command.getKey())));
  }

  private static void apply(CommandLine command, List<Heading> headings) {
    command.getCommandSpec().usageMessage().abbreviateSynopsis(true);
    command
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> list(help, headings));
  }

  private static String list(Help help, List<Heading> headings) {
    CommandSpec command = help.commandSpec();
    List<OptionSpec> rest = new ArrayList<>(command.options());
    StringBuilder list = new StringBuilder();
    for (Heading heading : headings) {
      List<OptionSpec> options =
          heading.options().stream()
              .map(name -> Objects.requireNonNull(command.findOption(name), name))
              .toList();
      rest.removeAll(options);
      list.append(group(help, heading.title(), options));
    }
    return list.append(group(help, REST, rest)).toString();
  }

  /** A heading with its options; columns are as wide in every group of the command. */
  private static String group(Help help, String title, List<OptionSpec> options) {
    Help.Layout layout =
        help.createDefaultLayout(help.commandSpec().options(), List.of(), help.colorScheme());
    layout.addOptions(options, help.parameterLabelRenderer());
    return "%n%s:%n%s".formatted(title, layout);
  }
}
