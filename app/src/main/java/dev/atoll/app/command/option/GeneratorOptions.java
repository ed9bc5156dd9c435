package dev.atoll.app.command.option;

import dev.atoll.app.data.TransactionTables;
import dev.atoll.graph.generate.AnchorGraph;
import dev.atoll.graph.generate.BlockModel;
import dev.atoll.graph.generate.Grid;
import dev.atoll.graph.generate.Planting;
import dev.atoll.graph.generate.Rmat;
import dev.atoll.graph.generate.SplitCounts;
import dev.atoll.graph.generate.SyntheticGraph;
import picocli.CommandLine.Option;

/** The options of synthetic graphs, by kind. */
public final class GeneratorOptions {
  /** The families of synthetic graphs. */
  public enum Kind {
    SBM,
    RMAT,
    GRID,
    ANCHOR,
    /** Tables of users, merchants and transactions. */
    TRANSACTIONS
  }

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "10000",
      description = "sbm, anchor: nodes; transactions: users (10000)")
  private long nodes;

  @Option(
      names = "--edges",
      paramLabel = "N",
      defaultValue = "100000",
      description = "sbm: undirected edges; anchor: edges drawn (100000)")
  private long edges;

  @Option(
      names = "--communities",
      paramLabel = "N",
      defaultValue = "50",
      description = "sbm: communities (50)")
  private int communities;

  @Option(
      names = "--inside-community",
      paramLabel = "SHARE",
      defaultValue = "0.5",
      description = "sbm: share of edges inside a community (0.5)")
  private double insideCommunity;

  @Option(
      names = "--inside-class",
      paramLabel = "SHARE",
      defaultValue = "0.15",
      description = "sbm: share of edges to any community of the class (0.15)")
  private double insideClass;

  @Option(
      names = "--exponent",
      paramLabel = "X",
      defaultValue = "2.5",
      description = "sbm: exponent of the power law of degrees (2.5)")
  private double exponent;

  @Option(names = "--directed", description = "sbm: edges in one direction")
  private boolean directed;

  @Option(
      names = "--levels",
      paramLabel = "N",
      defaultValue = "14",
      description = "rmat: the graph has 2^levels nodes (14)")
  private int levels;

  @Option(
      names = "--edge-factor",
      paramLabel = "X",
      defaultValue = "16",
      description = "rmat: edges drawn per node (16)")
  private double edgeFactor;

  @Option(
      names = "--noise",
      paramLabel = "X",
      defaultValue = "0.05",
      description = "rmat: smooths the degree distribution (0.05)")
  private double noise;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "100",
      description = "grid: rows (100)")
  private long rows;

  @Option(
      names = "--columns",
      paramLabel = "N",
      defaultValue = "100",
      description = "grid: columns (100)")
  private long columns;

  @Option(names = "--torus", description = "grid: joins opposite borders")
  private boolean torus;

  @Option(
      names = "--community-size",
      paramLabel = "N",
      defaultValue = "16384",
      description = "anchor: ranks of a community (16384)")
  private long communitySize;

  @Option(
      names = "--classes",
      paramLabel = "N",
      defaultValue = "10",
      description = "sbm, rmat, grid: classes of nodes (10)")
  private int classes;

  @Option(
      names = "--features",
      paramLabel = "N",
      defaultValue = "64",
      description = "sbm, rmat, grid: columns of features (64)")
  private int features;

  @Option(
      names = "--signal",
      paramLabel = "X",
      defaultValue = "2",
      description = "sbm, rmat, grid: strength of the class signal in features (2)")
  private double signal;

  @Option(
      names = "--label-noise",
      paramLabel = "SHARE",
      defaultValue = "0.1",
      description = "sbm, rmat, grid: share of nodes with a random class (0.1)")
  private double labelNoise;

  @Option(
      names = "--train",
      paramLabel = "SHARE",
      defaultValue = "0.6",
      description = "sbm, rmat, grid: share of training nodes (0.6)")
  private double train;

  @Option(
      names = "--validation",
      paramLabel = "SHARE",
      defaultValue = "0.2",
      description = "sbm, rmat, grid: share of validation nodes; the rest are test nodes (0.2)")
  private double validation;

  public SyntheticGraph graph(Kind kind, String name, long seed) {
    return switch (kind) {
      case SBM ->
          new BlockModel(
              name,
              nodes,
              edges,
              directed,
              communities,
              new BlockModel.Mixing(insideCommunity, insideClass),
              exponent,
              planting(),
              split(nodes),
              seed);
      case RMAT ->
          new Rmat(
              name,
              levels,
              edgeFactor,
              Rmat.Quadrants.GRAPH500,
              noise,
              planting(),
              split(1L << levels),
              seed);
      case GRID -> new Grid(name, rows, columns, torus, planting(), split(rows * columns), seed);
      case TRANSACTIONS -> throw new IllegalStateException("tables are no graph");
      case ANCHOR -> new AnchorGraph(name, nodes, edges, communitySize, seed);
    };
  }

  /** Tables, which are no graph yet. */
  public TransactionTables transactions(long seed) {
    return new TransactionTables(Math.toIntExact(nodes), seed);
  }

  private Planting planting() {
    return new Planting(classes, features, signal, labelNoise);
  }

  private SplitCounts split(long of) {
    return SplitCounts.ofShares(of, train, validation);
  }
}
