package dev.atoll.app.command;

import dev.atoll.app.command.option.Output;
import dev.atoll.formats.importer.EdgeRule;
import dev.atoll.formats.importer.ImportOptions;
import dev.atoll.formats.importer.Importer;
import dev.atoll.formats.importer.Importers;
import dev.atoll.formats.table.ColumnChoice;
import dev.atoll.graph.policy.Suggestion;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
      "  atoll import edges.csv --source from --target to --edges directed --out mygraph",
      "  atoll import planetoid/ --name cora --out cora",
      "  atoll train --data mygraph"
    })
final class ImportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "SOURCE", description = "a file or folder in a foreign format")
  private Path source;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "the dataset folder to write; must not exist yet")
  private Path out;

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
      paramLabel = "FILE",
      description = "tables: the nodes that go with the edges")
  private Optional<Path> nodes;

  @Option(
      names = "--source",
      paramLabel = "COLUMN",
      description = "tables: where edges come from, by name or number from 1")
  private Optional<String> sourceColumn;

  @Option(names = "--target", paramLabel = "COLUMN", description = "tables: where edges go")
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
      paramLabel = "COLUMN",
      description = "tables: whether a node trains, validates or tests")
  private Optional<String> splitColumn;

  @Option(
      names = "--features",
      paramLabel = "COLUMN",
      split = ",",
      description = "tables: the features (all other columns)")
  private List<String> features = List.of();

  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    long begun = System.nanoTime();
    format.ifPresent(ImportCommand::requireKnown);
    output.screen().remark("reading " + source);
    Importers.run(source, out, options());
    WrittenDataset.present(out, begun, output);
    return 0;
  }

  private static void requireKnown(String format) {
    List<String> known = Importers.all().stream().map(Importer::name).toList();
    if (!known.contains(format)) {
      throw new SettingsException("--format: " + Suggestion.unknown("format", format, known));
    }
  }

  private ImportOptions options() {
    var columns =
        new ColumnChoice(sourceColumn, targetColumn, idColumn, labelColumn, splitColumn, features);
    return new ImportOptions(format, name, edges, nodes, columns, textIds);
  }
}
