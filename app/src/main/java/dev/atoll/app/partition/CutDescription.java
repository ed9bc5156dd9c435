package dev.atoll.app.partition;

import dev.atoll.app.describe.Description;
import dev.atoll.graph.partition.PartitionReport;
import dev.atoll.graph.partition.PartitionReport.Balance;
import dev.atoll.graph.sample.locality.SampledReads;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A cut in tables and as a {@link CutResult}. */
public final class CutDescription {
  private static final int MOST_ROWS = 16;

  private final Cut cut;
  private final PartitionReport report;

  private CutDescription(Cut cut) {
    this.cut = cut;
    this.report = cut.report();
  }

  /**
   * Describes a cut.
   *
   * @param out the folder of the shards, or null
   */
  public static Description of(Cut cut, Path out) {
    var description = new CutDescription(cut);
    return new Description(
        List.of(description.parts(), description.balance(), description.facts()),
        CutResult.of(cut, out));
  }

  /** Figures of every part, by name. */
  private Map<String, IntToLongFunction> columns() {
    Map<String, IntToLongFunction> columns = new LinkedHashMap<>();
    for (Balance share : report.balance()) {
      columns.put(share.name(), part -> share.loads().get(part));
    }
    columns.put("halo", part -> report.haloNodes().get(part));
    cut.reads()
        .ifPresent(
            reads -> columns.put("remote rows", part -> Math.round(reads.remoteRows().get(part))));
    return columns;
  }

  /** A row per part; for many parts the least, the mean and the largest value of each column. */
  private Table parts() {
    Map<String, IntToLongFunction> columns = columns();
    List<String> titles = new ArrayList<>(List.of("part"));
    titles.addAll(columns.keySet());
    titles.add("memory");
    Table table = Table.of(titles.toArray(String[]::new));
    if (report.parts() <= MOST_ROWS) {
      for (int part = 0; part < report.parts(); part++) {
        int row = part;
        table.row(row(columns, Integer.toString(part), column -> column.applyAsLong(row)));
      }
    } else {
      table.row(row(columns, "least", column -> all(column).min().orElse(0)));
      table.row(row(columns, "mean", column -> Math.round(all(column).average().orElse(0))));
      table.row(row(columns, "most", column -> all(column).max().orElse(0)));
    }
    return table;
  }

  private LongStream all(IntToLongFunction column) {
    return IntStream.range(0, report.parts()).mapToLong(column);
  }

  private String[] row(
      Map<String, IntToLongFunction> columns,
      String name,
      ToLongFunction<IntToLongFunction> value) {
    List<String> cells = new ArrayList<>(List.of(name));
    columns.values().forEach(column -> cells.add(Units.count(value.applyAsLong(column))));
    cells.add(Units.bytes(value.applyAsLong(cut::shardBytes)));
    return cells.toArray(String[]::new);
  }

  private Table balance() {
    Table table = Table.of("balance", "most / mean", "allowed", "");
    for (Balance share : report.balance()) {
      boolean free = Double.isInfinite(share.tolerance());
      table.row(
          share.name(),
          Units.decimals(share.imbalance(), 3),
          free ? "-" : Units.decimals(1 + share.tolerance(), 3),
          free ? "not asked for" : share.held() ? "held" : "NOT HELD");
    }
    return table;
  }

  private Table facts() {
    Table table =
        Table.untitled()
            .row(
                "cut",
                "%s of %s edges (%s)"
                    .formatted(
                        Units.count(report.cut()),
                        Units.count(report.edges()),
                        Units.percent((double) report.cut() / Math.max(1, report.edges()))))
            .row("volume", Units.count(report.volume()) + " copies of nodes in other parts");
    cut.reads().ifPresent(reads -> table.row("per epoch", expectation(reads)));
    table.row("a worker holds", memory());
    return table.row(
        "took",
        "%s, %s of memory at most"
            .formatted(Units.seconds(report.seconds()), Units.bytes(report.peakBytes())));
  }

  /**
   * Compares the bytes of topology and features, which decide between a partitioned and a
   * replicated topology.
   */
  private String memory() {
    return "at most %s of topology (%s with all edges) and %s of features"
        .formatted(
            Units.bytes(most(cut::partitionedTopologyBytes)),
            Units.bytes(most(cut::replicatedTopologyBytes)),
            Units.bytes(most(cut::featureBytes)));
  }

  private long most(IntToLongFunction bytes) {
    return all(bytes).max().orElse(0);
  }

  private String expectation(SampledReads reads) {
    double remote = reads.allRemoteRows();
    double all = remote + reads.allLocalRows();
    String bytes =
        cut.rowBytes() == 0 ? "" : ", " + Units.bytes(Math.round(remote * cut.rowBytes()));
    return "about %s remote feature rows of %s (%s)%s, with fanouts %s and batches of %s"
        .formatted(
            Units.count(Math.round(remote)),
            Units.count(Math.round(all)),
            Units.percent(all == 0 ? 0 : remote / all),
            bytes,
            String.join(",", cut.sampling().fanouts().stream().map(String::valueOf).toList()),
            Units.count(cut.sampling().batch()));
  }
}
