package dev.atoll.graph.partition.multilevel.refine;

import dev.atoll.graph.cluster.WeightedGraph;

/**
 * Refines the partition of one level: balance first, then the cut. Large levels are left to {@link
 * JetRefiner}, which uses all threads; the others are searched move by move.
 *
 * <p>A round searches twice. The first search may fill parts beyond their caps by a tenth: when
 * parts are full, hardly any single move is allowed, though many would pay. Then overloaded parts
 * release the nodes that cost least, and a second search keeps to the caps. A round that ends with
 * a larger cut is undone, and only the second search made (after Maas, Gottesbüren, Seemaier 2024).
 * With several constraints nodes are exchanged at the end, which costs more than the search.
 *
 * @param exchanges whether nodes are exchanged where there are several constraints
 */
public record Refiner(Options options, int threads, boolean exchanges) {
  /**
   * The parameters of refinement.
   *
   * @param mostRounds refinement ends earlier when a round gains little
   * @param movesWithoutGain after which a search ends
   * @param large the rounds of large levels
   */
  public record Options(int mostRounds, int movesWithoutGain, Rounds large) {}

  public Refiner(Options options, int threads) {
    this(options, threads, true);
  }

  /** A level of at least as many arcs is refined by all threads. */
  private static final long LEAST_ARCS_FOR_ROUNDS = 1 << 18;

  private static final double LOOSE = 1.1;
  private static final int EXCHANGE_ROUNDS = 4;
  private static final int VOLUME_ROUNDS = 8;

  /** The gain of a round, as a share of the gain before it, for another to follow. */
  private static final double WORTH_ANOTHER = 0.05;

  /** The gain of a round of exchanges, as a share of the gain before it, for another to follow. */
  private static final double WORTH_AN_EXCHANGE = 0.01;

  /** The gain of a volume round, per node, for another to follow. */
  private static final double WORTH_A_VOLUME_ROUND = 0.001;

  /**
   * Whether a graph is refined in rounds in which all nodes choose at once. With several
   * constraints it is not: single moves seldom repair the imbalance that many simultaneous moves
   * cause.
   */
  public static boolean isLarge(WeightedGraph graph) {
    return graph.arcCount() >= LEAST_ARCS_FOR_ROUNDS && graph.constraints() == 1;
  }

  public Refiner onOneThread() {
    return new Refiner(options, 1, exchanges);
  }

  public Refiner withoutExchanges() {
    return new Refiner(options, threads, false);
  }

  /**
   * Brings a partition within its caps, if possible, and lowers its cut.
   *
   * @param near marks every node with a neighbour in another part, and possibly others; null for
   *     all nodes
   * @return the nodes with a neighbour in another part now
   */
  public boolean[] refine(PartState state, boolean[] near) {
    if (!isLarge(state.graph())) {
      return search(state, near);
    }
    var rounds = new JetRefiner(state, near, threads);
    boolean held = rounds.run(options.large);
    boolean[] boundary = rounds.boundary();
    return held && state.isBalanced() ? boundary : search(state, boundary);
  }

  private boolean[] search(PartState state, boolean[] near) {
    var gains = Gains.of(state, near, threads);
    var rebalancer = new Rebalancer(state, gains);
    var search = new FmRefiner(state, gains);
    rebalancer.run();
    long sum = 0;
    for (int round = 0; round < options.mostRounds; round++) {
      long gained = round(state, gains, rebalancer, search);
      if (gained <= sum * WORTH_ANOTHER) {
        break;
      }
      sum += gained;
    }
    if (exchanges && state.graph().constraints() > 1) {
      exchange(state, gains);
    }
    return gains.boundary();
  }

  private void exchange(PartState state, Gains gains) {
    var exchanges = new ExchangeRefiner(state, gains);
    long sum = 0;
    for (int round = 0; round < EXCHANGE_ROUNDS; round++) {
      long gained = exchanges.round(options.movesWithoutGain);
      if (gained <= sum * WORTH_AN_EXCHANGE) {
        break;
      }
      sum += gained;
    }
  }

  private long round(PartState state, Gains gains, Rebalancer rebalancer, FmRefiner search) {
    int[] before = state.part().clone();
    double overload = state.overload();
    state.loosen(LOOSE);
    long gained = search.round(options.movesWithoutGain);
    state.loosen(1);
    gained += rebalancer.run();
    gained += search.round(options.movesWithoutGain);
    if (gained >= 0 && state.overload() <= overload) {
      return gained;
    }
    for (int v = 0; v < before.length; v++) {
      if (state.part(v) != before[v]) {
        gains.move(v, before[v]);
      }
    }
    return search.round(options.movesWithoutGain);
  }

  /** Lowers the communication volume of the finest level. */
  public void refineVolume(PartState state) {
    var volume = new VolumeRefiner(state, Gains.of(state, null, threads));
    for (int round = 0; round < VOLUME_ROUNDS; round++) {
      if (volume.round() < WORTH_A_VOLUME_ROUND * state.graph().nodeCount()) {
        break;
      }
    }
  }
}
