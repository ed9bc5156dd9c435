package dev.atoll.app.command;

import dev.atoll.app.command.option.Output;
import dev.atoll.app.data.Datasets;
import dev.atoll.app.describe.Description;
import dev.atoll.app.describe.ImportPlan;
import dev.atoll.formats.importer.EdgeRule;
import dev.atoll.formats.importer.ImportOptions;
import dev.atoll.formats.importer.Importer;
import dev.atoll.formats.importer.Importers;
import dev.atoll.formats.importer.TableOptions;
import dev.atoll.formats.table.ColumnChoice;
import dev.atoll.formats.table.TablePlan;
import dev.atoll.formats.table.UnknownRule;
import dev.atoll.formats.table.encode.EncoderChoice;
import dev.atoll.formats.table.nodes.ColumnOptions;
import dev.atoll.formats.table.nodes.DuplicateRule;
import dev.atoll.formats.table.nodes.TableSplit;
import dev.atoll.formats.text.HeaderRule;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.DatasetNames;
import dev.atoll.graph.SplitRule;
import dev.atoll.graph.wording.Suggestion;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads a foreign format into a dataset folder. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    description = {
      "Reads a graph in a foreign format and writes it as a dataset folder. Ids of any kind are"
          + " kept, so that predictions use them. The first bad row is named with its file and"
          + " line, and nothing half-written is left.",
      "Formats are recognised by their files; --format names one: 'atoll info --formats' lists"
          + " them."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll import edges.csv --nodes nodes.csv --out mygraph",
      "  atoll import edges.csv --nodes nodes.csv --dry-run           what becomes of the columns",
      "  atoll import edges.csv --nodes nodes.csv --encode '*=standard,city=hash:32' --out mygraph",
      "  atoll import edges.csv --source from --target to --edges directed --out mygraph",
      "  atoll import planetoid/ --name cora --out cora",
      "  atoll train --data mygraph"
    })
final class ImportCommand implements Callable<Integer> {
  private static final int REFUSED = 1;

  @Parameters(
      paramLabel = "SOURCE",
      arity = "1..*",
      description = "a file or folder in a foreign format; tables: several files of edges")
  private List<Path> sources;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "the dataset folder to write; must not exist yet")
  private Optional<Path> out;

  @Option(
      names = "--dry-run",
      description =
          "tables: writes nothing; prints what would become of every column; exit code 1 if the"
              + " import would be refused")
  private boolean dryRun;

  @Option(
      names = "--format",
      paramLabel = "NAME",
      description = "the format, where it is not recognised")
  private Optional<String> format;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "the dataset's name (that of the source)")
  private Optional<String> name;

  @Option(
      names = "--edges",
      paramLabel = "RULE",
      defaultValue = "as-published",
      description = "as-published, directed or undirected (as-published)")
  private EdgeRule edges;

  @Option(
      names = "--nodes",
      paramLabel = "FILE,…",
      split = ",",
      description = "tables: the nodes that go with the edges, in one or several files or folders")
  private List<Path> nodes = List.of();

  @Option(
      names = "--source",
      paramLabel = "COLUMN",
      description = "tables: the source column of edges, by name or number from 1")
  private Optional<String> sourceColumn;

  @Option(
      names = "--target",
      paramLabel = "COLUMN",
      description = "tables: the target column of edges")
  private Optional<String> targetColumn;

  @Option(names = "--id", paramLabel = "COLUMN", description = "tables: the id of a node")
  private Optional<String> idColumn;

  @Option(
      names = "--text-ids",
      description = "tables: ids are text even when the first ones are numbers")
  private boolean textIds;

  @Option(names = "--label", paramLabel = "COLUMN", description = "tables: the class of a node")
  private Optional<String> labelColumn;

  @Option(
      names = "--split",
      paramLabel = "COLUMN|SHARES",
      description =
          "tables: the column that says whether a node trains, validates or tests; or shares such"
              + " as 60/20/20 to deal labelled nodes out")
  private Optional<String> split;

  @Option(names = "--stratified", description = "--split: in these shares within each class")
  private boolean stratified;

  @Option(
      names = "--by",
      paramLabel = "COLUMN|time",
      description =
          "--split: by a column of dates, the earliest train and the latest test; by another"
              + " column, nodes of equal values stay together; time takes the only column of dates")
  private Optional<String> by;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "--split: seed of the random choice (0)")
  private long seed;

  @Option(
      names = "--duplicates",
      paramLabel = "RULE",
      defaultValue = "refuse",
      description =
          "tables: which of several differing rows of a node stays: first, last or refuse; equal"
              + " rows are merged (refuse)")
  private DuplicateRule duplicates;

  @Option(
      names = "--unknown",
      paramLabel = "RULE",
      defaultValue = "refuse",
      description =
          "tables: edges to ids that are not in the node table: drop, create (nodes without"
              + " features) or refuse (refuse)")
  private UnknownRule unknown;

  @Option(
      names = "--features",
      paramLabel = "COLUMN",
      split = ",",
      description = "tables: the features (all other columns)")
  private List<String> features = List.of();

  @Option(
      names = "--encode",
      paramLabel = "COLUMN=ENCODER",
      split = ",",
      description =
          "tables: how a column becomes features: number, standard, onehot, boolean, date, hash:N,"
              + " drop; number:comma and standard:comma read 1.234,56; '*=standard' is for all"
              + " other numbers (chosen by what it holds)")
  private List<String> encode = List.of();

  @Option(
      names = "--like",
      paramLabel = "RUN|DIR",
      description =
          "tables: take encoders, their statistics and classes from a trained run or a dataset")
  private Optional<Path> like;

  @Option(
      names = "--header",
      paramLabel = "RULE",
      defaultValue = "auto",
      description = "tables: whether the first line names the columns: yes, no or auto (auto)")
  private HeaderRule header;

  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    long begun = System.nanoTime();
    format.ifPresent(ImportCommand::requireKnown);
    Path source = sources.getFirst();
    if (dryRun) {
      output.screen().remark("reading " + source);
      TablePlan plan = Importers.plan(source, out, options());
      Description described = ImportPlan.of(source, plan);
      described.show(output.screen());
      output.write(described.json());
      return plan.problems().isEmpty() ? 0 : REFUSED;
    }
    Path folder =
        out.orElseThrow(
            () ->
                new SettingsException(
                    "--out DIR is missing: the dataset folder to write; --dry-run writes none"));
    output.screen().remark("reading " + source);
    Importers.run(source, folder, options());
    WrittenDataset.present(folder, begun, output);
    return 0;
  }

  private static void requireKnown(String format) {
    List<String> known = Importers.all().stream().map(Importer::name).toList();
    if (!known.contains(format)) {
      throw new SettingsException("--format: " + Suggestion.unknown("format", format, known));
    }
  }

  private ImportOptions options() throws IOException {
    var choice =
        new ColumnChoice(
            sourceColumn, targetColumn, idColumn, labelColumn, splitColumn(), features);
    DatasetNames known = like.isPresent() ? Datasets.names(like.get()) : DatasetNames.NONE;
    var columns =
        new ColumnOptions(
            choice,
            textIds,
            duplicates,
            new EncoderChoice(encoders(), known.columns()),
            known.classes(),
            shares().map(rule -> new TableSplit(rule, by, seed)));
    var tables =
        new TableOptions(sources.subList(1, sources.size()), nodes, header, unknown, columns);
    return new ImportOptions(format, name, edges, tables);
  }

  private Optional<SplitRule> shares() {
    return split.flatMap(text -> SplitRule.ofShares(text, stratified));
  }

  private Optional<String> splitColumn() {
    if (shares().isPresent()) {
      return Optional.empty();
    }
    if (split.isPresent() && split.get().matches("[0-9.]+(/[0-9.]*)+")) {
      throw new SettingsException(
          "--split %s: expected three shares, such as 60/20/20".formatted(split.get()));
    }
    if (stratified || by.isPresent()) {
      throw new SettingsException(
          "--stratified and --by say how --split deals nodes out: add --split 60/20/20");
    }
    return split;
  }

  private Map<String, String> encoders() {
    if (like.isPresent() && !encode.isEmpty()) {
      throw new SettingsException("--like takes all encoders as they are: leave --encode out");
    }
    try {
      return EncoderChoice.parse(encode);
    } catch (BadDataException e) {
      throw new SettingsException(e.getMessage());
    }
  }
}
