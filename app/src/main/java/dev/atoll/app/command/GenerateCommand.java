package dev.atoll.app.command;

import dev.atoll.app.command.option.GeneratorOptions;
import dev.atoll.app.command.option.GeneratorOptions.Kind;
import dev.atoll.app.command.option.Output;
import dev.atoll.app.data.KnownGraphs;
import dev.atoll.app.data.SyntheticDataset;
import dev.atoll.graph.generate.SyntheticGraph;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Generates a graph with features, classes and a split. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Generates a graph with features, classes and a split, and writes it as a dataset folder. The"
          + " same options and seed give the same bytes, on any number of threads."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll generate --like products --scale 0.04 --out products-mini",
      "  atoll generate --like anchor-small --out anchor        the graph of the speed comparisons",
      "  atoll generate --kind rmat --levels 18 --out rmat18",
      "  atoll generate --kind sbm --nodes 100000 --edges 2500000 --communities 64 --out sbm",
      "  atoll generate --kind transactions --nodes 2000 --out shop    tables to import",
      "  atoll generate --kind grid --rows 300 --columns 300 --torus --out torus"
    })
final class GenerateCommand implements Callable<Integer> {
  private static final String ANCHOR = "anchor";

  @ArgGroup(multiplicity = "1")
  private Subject subject;

  /** The kind of the graph. */
  private static final class Subject {
    @Option(
        names = "--like",
        paramLabel = "NAME",
        description =
            "a published dataset: products, reddit, papers, arxiv; with communities of one size:"
                + " products-even, reddit-even, papers-even; or anchor-small, anchor-products,"
                + " anchor-papers")
    private String like;

    @Option(
        names = "--kind",
        paramLabel = "KIND",
        description =
            "a family: sbm (communities), rmat (hubs), grid, anchor; or transactions (tables of"
                + " users and merchants, to import)")
    private Kind kind;
  }

  @Option(
      names = "--scale",
      paramLabel = "X",
      defaultValue = "1",
      description = "--like: factor on the number of nodes (1)")
  private double scale;

  @Option(
      names = "--degree",
      paramLabel = "X",
      description =
          "--like: edges per node (as published; reddit: times the square root of the scale)")
  private Double degree;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "fixes every random choice (1)")
  private long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "the folder to write; must not exist yet")
  private Path out;

  @Mixin private GeneratorOptions options;
  @Mixin private Output output;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    long begun = System.nanoTime();
    if (subject.kind == Kind.TRANSACTIONS) {
      return transactions();
    }
    new SyntheticDataset(checkedGraph()).write(out, output.screen());
    WrittenDataset.present(out, begun, output);
    return 0;
  }

  /** The output of {@code --json} for tables. */
  private record Tables(String kind, String folder) {}

  private int transactions() throws IOException {
    try {
      options.transactions(seed).write(out);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new SettingsException(e.getMessage());
    }
    output.screen().line("tables in " + out + ": users, merchants, transactions, and next-week");
    output
        .screen()
        .line(
            "next: atoll import %s/transactions.csv --nodes %s/users.csv,%s/merchants.csv --dry-run"
                .formatted(out, out, out));
    output.write(new Tables("tables", out.toString()));
    return 0;
  }

  private SyntheticGraph checkedGraph() {
    try {
      return graph();
    } catch (IllegalArgumentException e) {
      throw new SettingsException(e.getMessage());
    }
  }

  private SyntheticGraph graph() {
    if (subject.like == null) {
      if (degree != null) {
        throw new SettingsException("--degree goes with --like; --kind sbm has --edges");
      }
      return options.graph(subject.kind, name(subject.kind), seed);
    }
    if (subject.like.equals(ANCHOR)) {
      return options.graph(Kind.ANCHOR, ANCHOR, seed);
    }
    requireNoOptionOfAKind();
    return KnownGraphs.like(subject.like, scale, degree, seed);
  }

  /**
   * Refuses options of a family together with {@code --like}, which gives columns, classes and
   * split.
   */
  private void requireNoOptionOfAKind() {
    for (OptionSpec given : spec.commandLine().getParseResult().matchedOptions()) {
      if (given.userObject() instanceof Field field
          && field.getDeclaringClass() == GeneratorOptions.class) {
        throw new SettingsException(
            "%s has no effect with --like %s, which gives everything but --scale, --degree and --seed;"
                    .formatted(given.longestName(), subject.like)
                + " leave it out, or take --kind sbm");
      }
    }
  }

  private static String name(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
