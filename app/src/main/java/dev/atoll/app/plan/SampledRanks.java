package dev.atoll.app.plan;

import dev.atoll.comm.Purpose;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.settings.HostKeys;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Dry runs of some of many workers, one after the other. Each is a team of two: the worker with its
 * own part, and one that has all the others' parts. What the worker computes, keeps, asks for and
 * receives is what it would be among all of them; what it sends is not, as a row that several
 * others read is sent once. So bytes of rows are counted at the receiver.
 *
 * <pre>
 *   halo rows          bytes of the rehearsed, by the rows that all parts read of others
 *   fetched, sampled   every worker as the rehearsed one whose part is most like its own
 *   sums, control      by the number of workers
 *   seconds            of the slowest that was rehearsed
 *   memory             of the one that holds most
 * </pre>
 */
final class SampledRanks {
  /** The number of workers above which only some are rehearsed. */
  private static final int MOST_TOGETHER = 64;

  private final PartSizes sizes;
  private final boolean wholeBlocks;
  private final List<Rank> ranks = new ArrayList<>();

  /**
   * A rehearsed worker.
   *
   * @param haloBytes of the rows that it reads from others
   */
  private record Rank(Choice choice, DryRunResult two, double haloBytes) {
    double bytes(Purpose purpose) {
      return two.epoch().bytes().get(purpose);
    }

    /** Bytes of its own requests and their replies, without those of the second rank. */
    double askedBytes(Purpose purpose) {
      double both = bytes(Purpose.FEATURES) + bytes(Purpose.SAMPLING);
      double sums = bytes(Purpose.GRADIENTS) + bytes(Purpose.CONTROL);
      double received = two.epoch().receivedByFirst() - sums / 2;
      return bytes(purpose) * Math.clamp(received / Math.max(1, both), 0, 1);
    }

    /** Bytes that it receives in an epoch, and its share of the sums of that many workers. */
    double receivedBytes(int workers) {
      return haloBytes
          + askedBytes(Purpose.FEATURES)
          + askedBytes(Purpose.SAMPLING)
          + bytes(Purpose.GRADIENTS) * (workers - 1) / workers
          + bytes(Purpose.CONTROL) * (workers - 1) / 2;
    }
  }

  /**
   * A part to rehearse.
   *
   * @param trait the reason for this choice
   */
  record Choice(int part, String trait) {}

  SampledRanks(PartSizes sizes, Settings settings) {
    var plan = Composition.plan(settings);
    this.sizes = sizes;
    this.wholeBlocks =
        plan.sampled().isEmpty() && plan.fullGraph().exchange().rows().sendsWholeBlocks();
  }

  /** Whether some of a recipe's workers are rehearsed rather than all of them. */
  static boolean areTooMany(Settings settings) {
    return settings.integer(Keys.WORKERS) > MOST_TOGETHER
        && settings.integer(HostKeys.TRAINERS) == 1;
  }

  /**
   * The parts to rehearse: the ones that determine time and memory, a typical one and the lightest.
   */
  List<Choice> choose() {
    Map<Integer, String> chosen = new LinkedHashMap<>();
    chosen.put(first(part -> -sizes.edges(part)), "most edges");
    chosen.putIfAbsent(first(part -> -sizes.rows(part)), "most rows");
    chosen.putIfAbsent(first(sizes::distanceFromMean), "usual size");
    chosen.putIfAbsent(first(part -> sizes.edges(part)), "fewest edges");
    return chosen.entrySet().stream()
        .map(entry -> new Choice(entry.getKey(), entry.getValue()))
        .toList();
  }

  private int first(ToDoubleFunction<Integer> order) {
    return IntStream.range(0, sizes.parts())
        .boxed()
        .min(Comparator.comparingDouble(order))
        .orElseThrow();
  }

  /** A partition in two: the given part, and all others. */
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

  /** Adds the dry run of one worker and the rest. */
  void add(Choice choice, DryRunResult two, ShardFolder shards) {
    double in = wholeBlocks ? shards.book().coreCount(1) : shards.haloCount(0);
    double out = wholeBlocks ? shards.book().coreCount(0) : shards.haloCount(1);
    double ofHalo = two.epoch().bytes().get(Purpose.BOUNDARY);
    ranks.add(new Rank(choice, two, ofHalo * in / Math.max(1, in + out)));
  }

  /** The result for all workers, extrapolated from the rehearsed ones. */
  DryRunResult result(int threads) {
    List<Rank> alike = IntStream.range(0, sizes.parts()).mapToObj(this::mostAlike).toList();
    DryRunResult any = ranks.getFirst().two;
    return new DryRunResult(
        threads,
        any.together(),
        any.scale(),
        epoch(alike),
        alike.stream().map(rank -> rank.two.workers().getFirst()).toList());
  }

  private Rank mostAlike(int part) {
    return ranks.stream()
        .min(Comparator.comparingDouble(rank -> sizes.distance(rank.choice.part, part)))
        .orElseThrow();
  }

  private EpochMeans epoch(List<Rank> alike) {
    int workers = alike.size();
    EpochMeans slowest =
        ranks.stream()
            .map(rank -> rank.two.epoch())
            .max(Comparator.comparingDouble(EpochMeans::seconds))
            .orElseThrow();
    double mostReceived =
        ranks.stream().mapToDouble(rank -> rank.receivedBytes(workers)).max().orElseThrow();
    return new EpochMeans(
        slowest.seconds(),
        alike.stream().mapToDouble(rank -> rank.two.epoch().cpuSeconds() / 2).sum(),
        slowest.phases(),
        bytes(alike),
        slowest.rounds(),
        slowest.broadcasts(),
        mostReceived,
        mostReceived);
  }

  private Map<Purpose, Double> bytes(List<Rank> alike) {
    var bytes = new EnumMap<Purpose, Double>(Purpose.class);
    int workers = alike.size();
    double pairs = workers * (workers - 1) / 2.0;
    Rank any = ranks.getFirst();
    for (Purpose purpose : Purpose.values()) {
      bytes.put(
          purpose,
          switch (purpose) {
            case BOUNDARY -> haloBytes();
            case FEATURES, SAMPLING ->
                alike.stream().mapToDouble(rank -> rank.askedBytes(purpose)).sum();
            case GRADIENTS -> any.bytes(purpose) * (workers - 1);
            case CONTROL -> any.bytes(purpose) * pairs;
          });
    }
    return bytes;
  }

  private double haloBytes() {
    double bytes = ranks.stream().mapToDouble(Rank::haloBytes).sum();
    double read = ranks.stream().mapToDouble(rank -> readRows(rank.choice.part)).sum();
    double all = IntStream.range(0, sizes.parts()).mapToDouble(this::readRows).sum();
    return bytes * all / Math.max(1, read);
  }

  /** Rows of other parts that a worker reads. */
  private double readRows(int part) {
    return wholeBlocks ? sizes.nodesOfOthers(part) : sizes.halo(part);
  }

  /** The rehearsed workers. */
  List<RehearsedWorker> rehearsed() {
    return ranks.stream().map(this::rehearsed).toList();
  }

  private RehearsedWorker rehearsed(Rank rank) {
    int part = rank.choice.part;
    return new RehearsedWorker(
        part,
        rank.choice.trait,
        sizes.nodes(part),
        sizes.edges(part),
        sizes.halo(part),
        Math.round(rank.two.scale() * rank.receivedBytes(sizes.parts())),
        rank.two.workers().getFirst().heldBytes());
  }

  /** A note on how many of the workers were rehearsed, and how much they differ. */
  String note() {
    List<RehearsedWorker> all = rehearsed();
    return "%d of %d workers rehearsed (%s); each receives %s and holds %s"
        .formatted(
            all.size(),
            sizes.parts(),
            all.stream().map(RehearsedWorker::trait).collect(Collectors.joining(", ")),
            range(all.stream().mapToLong(RehearsedWorker::bytes)),
            range(all.stream().mapToLong(RehearsedWorker::peakBytes)));
  }

  private static String range(LongStream bytes) {
    var all = bytes.summaryStatistics();
    return Units.bytes(all.getMin()) + " to " + Units.bytes(all.getMax());
  }
}
