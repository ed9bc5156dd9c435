package dev.atoll.app.plan;

import dev.atoll.comm.Purpose;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.settings.HostKeys;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.plan.TrainingPlan;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Dry runs of some of many workers, one after the other. Each is a team of two: the worker with its
 * own part, and one that has all the others' parts. What the worker computes, keeps, asks for and
 * receives is what it would be among all of them; what it sends is not, as a row that several
 * others read is sent once. So rows count where they are received, and gradients by the number of
 * workers.
 */
final class SampledRanks {
  /** More workers than these are not rehearsed all together. */
  private static final int MOST_TOGETHER = 64;

  /** The workers that are rehearsed, from the one with most edges to the one with fewest. */
  private static final int RANKS = 4;

  private final int workers;
  private final List<DryRunResult> results = new ArrayList<>();
  private final List<EpochCost> costs = new ArrayList<>();
  private final List<EpochCost> quiet = new ArrayList<>();

  SampledRanks(int workers) {
    this.workers = workers;
  }

  /** Whether some of a recipe's workers are rehearsed rather than all of them. */
  static boolean areTooMany(Settings settings) {
    return settings.integer(Keys.WORKERS) > MOST_TOGETHER
        && settings.integer(HostKeys.TRAINERS) == 1;
  }

  /** The parts to rehearse: that with most edges first. */
  static List<Integer> choose(CsrGraph graph, Partitioning cut) {
    long[] edges = new long[cut.parts()];
    for (int node = 0; node < cut.nodeCount(); node++) {
      edges[cut.partOf(node)] += graph.inDegree(node);
    }
    List<Integer> byEdges =
        IntStream.range(0, cut.parts())
            .boxed()
            .sorted((a, b) -> Long.compare(edges[b], edges[a]))
            .toList();
    int ranks = Math.min(RANKS, cut.parts());
    return IntStream.range(0, ranks)
        .mapToObj(i -> byEdges.get(i * (cut.parts() - 1) / Math.max(1, ranks - 1)))
        .distinct()
        .toList();
  }

  /** A part as the first of two, all others as the second. */
  static Partitioning oneAndRest(Partitioning cut, int part) {
    return new Partitioning(
        2, IntStream.range(0, cut.nodeCount()).map(v -> cut.partOf(v) == part ? 0 : 1).toArray());
  }

  /** The settings of a team of two. */
  static Settings ofTwo(Settings settings) {
    int cores = Runtime.getRuntime().availableProcessors();
    long threads = settings.get(Keys.THREADS) > 0 ? settings.get(Keys.THREADS) : cores;
    return settings.with(Keys.WORKERS, 2L, "plan").with(Keys.THREADS, threads, "plan");
  }

  /** Takes the dry run of a worker and the rest. */
  void add(DryRunResult two, Settings settings, ShardFolder shards) {
    results.add(two);
    double received = receivedShare(Composition.plan(settings), shards);
    two.costs().stream().map(cost -> ofAll(cost, received)).forEach(costs::add);
    two.quiet().stream().map(cost -> ofAll(cost, received)).forEach(quiet::add);
  }

  /** The share of the rows between the two that the first receives. */
  private static double receivedShare(TrainingPlan plan, ShardFolder shards) {
    if (plan.sampled().isPresent()) {
      return 1;
    }
    boolean whole = plan.fullGraph().exchange().rows().sendsWholeBlocks();
    double in = whole ? shards.book().coreCount(1) : shards.haloCount(0);
    double out = whole ? shards.book().coreCount(0) : shards.haloCount(1);
    return in / Math.max(1, in + out);
  }

  /** The cost of an epoch, were all workers as this one. */
  private EpochCost ofAll(EpochCost two, double received) {
    double pairs = workers * (workers - 1) / 2.0;
    var bytes = new EnumMap<Purpose, Long>(Purpose.class);
    for (Purpose purpose : Purpose.values()) {
      double times =
          switch (purpose) {
            case BOUNDARY -> workers * received;
            case FEATURES, SAMPLING -> workers;
            case GRADIENTS -> workers - 1;
            case CONTROL -> pairs;
          };
      bytes.put(purpose, Math.round(times * two.bytes().get(purpose)));
    }
    long sent = bytes.values().stream().mapToLong(Long::longValue).sum() / workers;
    return new EpochCost(
        two.seconds(),
        workers * two.cpuSeconds() / 2,
        two.phases(),
        bytes,
        two.rounds(),
        two.localReads() * workers / 2,
        two.peerReads() * workers / 2,
        two.hostReads() * workers / 2,
        two.busBytes() * workers / 2,
        two.broadcastsSent() * workers / 2,
        two.broadcastsSkipped() * workers / 2,
        two.maxAge(),
        List.of(List.of(sent)));
  }

  /** All workers, each taken to be as the rehearsed one that is nearest in size. */
  DryRunResult result(int threads) {
    DryRunResult first = results.getFirst();
    List<DryRunResult.OfWorker> ofWorkers =
        IntStream.range(0, workers)
            .mapToObj(rank -> results.get(rank * results.size() / workers).workers().getFirst())
            .toList();
    return new DryRunResult(threads, first.together(), first.scale(), costs, quiet, ofWorkers);
  }

  /** For people and programs: how many of the workers were rehearsed. */
  String note() {
    return "%d of %d workers rehearsed, the others taken to be alike"
        .formatted(results.size(), workers);
  }
}
