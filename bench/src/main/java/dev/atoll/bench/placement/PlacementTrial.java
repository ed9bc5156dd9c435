package dev.atoll.bench.placement;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.policy.registry.Policies;
import dev.atoll.graph.sample.SeedPlan;
import dev.atoll.train.placement.AccessProbabilities;
import dev.atoll.train.placement.CachedPlacer;
import dev.atoll.train.placement.Devices;
import dev.atoll.train.placement.GreedyPlacer;
import dev.atoll.train.placement.PartitionPlacer;
import dev.atoll.train.placement.PartitionPlacer.Keep;
import dev.atoll.train.placement.Placement;
import dev.atoll.train.placement.TierCosts;
import dev.atoll.train.placement.TierReads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Counts the reads of devices in an epoch under different placements. */
final class PlacementTrial {
  /** The placement that is compared with the others. */
  static final String OURS = "cached";

  static final String MULTILEVEL = "multilevel";

  /** The partitioners of baselines. */
  static final List<String> CUTS = List.of("chunk", "random", MULTILEVEL);

  /** The assignment of seeds to devices. */
  enum Seeds {
    /** Deals the seeds at random. */
    DEALT,
    /** The seeds of its part of a multilevel partition. */
    PARTS
  }

  private final PlacementSubject subject;
  private final List<long[]> seedsOf;
  private final List<AccessProbabilities> ownProbabilities;
  private final Placement pagraph;

  PlacementTrial(PlacementSubject subject, int devices, Seeds seeds) {
    this.subject = subject;
    this.seedsOf = seeds == Seeds.DEALT ? dealt(devices) : ofParts(devices);
    this.ownProbabilities = seedsOf.stream().map(subject::probabilities).toList();
    this.pagraph = subject.pagraph(devices);
  }

  private List<long[]> dealt(int devices) {
    long[] all = SeedPlan.shuffled(subject.train(), 1, RandomKey.ofSeed(1)).seeds();
    return IntStream.range(0, devices)
        .mapToObj(
            d ->
                Arrays.copyOfRange(
                    all,
                    (int) ((long) all.length * d / devices),
                    (int) ((long) all.length * (d + 1) / devices)))
        .toList();
  }

  private List<long[]> ofParts(int devices) {
    Partitioning parts =
        partitioner(MULTILEVEL)
            .partition(subject.graph(), PartitionGoal.of(devices).onThreads(subject.threads()));
    return IntStream.range(0, devices)
        .mapToObj(
            d -> Arrays.stream(subject.train()).filter(v -> parts.partOf((int) v) == d).toArray())
        .toList();
  }

  /**
   * The placements of all rows of a table, by name.
   *
   * @param alpha of Algorithm 1 as published, in groups
   * @param firstRows whether to include parts with their first rows
   */
  Map<String, Placement> placements(
      Devices devices, TierCosts costs, double alpha, boolean firstRows) {
    Map<String, Placement> placements = new LinkedHashMap<>();
    placements.put(OURS, new GreedyPlacer(costs).place(ownProbabilities, devices));
    placements.put(
        "published",
        new CachedPlacer(devices.groups().size() == 1 ? 0 : alpha)
            .place(subject.graph(), subject.probabilities(), devices));
    for (String name : CUTS) {
      placements.put(name, byParts(partitioner(name), Keep.MOST_READ, devices));
    }
    placements.put("pagraph", pagraph.shortenedTo(devices.rows()));
    for (String name : firstRows ? CUTS : List.<String>of()) {
      placements.put(name + " first-rows", byParts(partitioner(name), Keep.FIRST_ROWS, devices));
    }
    return placements;
  }

  /** A partitioner with its defaults. */
  static Partitioner partitioner(String name) {
    return Policies.named(Partitioner.class, name).make(Values.defaults());
  }

  private Placement byParts(Partitioner cut, Keep keep, Devices devices) {
    return new PartitionPlacer(cut, keep, 0, subject.threads())
        .place(subject.graph(), subject.probabilities(), devices);
  }

  /**
   * The reads of every device in an epoch, for every placement. All placements see the same
   * batches, unless the placement determines the seeds of devices.
   */
  Map<String, List<TierReads>> reads(Map<String, Placement> placements) {
    Map<String, List<TierReads>> reads = new LinkedHashMap<>();
    placements.forEach((name, placement) -> reads.put(name, new ArrayList<>()));
    for (int device = 0; device < seedsOf.size(); device++) {
      Map<String, Placement> shared = new LinkedHashMap<>(placements);
      shared.values().removeIf(this::namesSeeds);
      count(shared, seedsOf.get(device), device, reads);
      for (Map.Entry<String, Placement> own : placements.entrySet()) {
        if (namesSeeds(own.getValue())) {
          count(Map.of(own.getKey(), own.getValue()), seeds(own.getValue(), device), device, reads);
        }
      }
    }
    return reads;
  }

  private boolean namesSeeds(Placement placement) {
    return placement.trainer((int) subject.train()[0]).isPresent();
  }

  private long[] seeds(Placement placement, int device) {
    return Arrays.stream(subject.train())
        .filter(node -> placement.trainer((int) node).orElse(-1) == device)
        .toArray();
  }

  private void count(
      Map<String, Placement> placements,
      long[] seeds,
      int device,
      Map<String, List<TierReads>> into) {
    Map<String, TierReads> sums = new LinkedHashMap<>();
    placements.keySet().forEach(name -> sums.put(name, TierReads.NONE));
    subject.epoch(
        seeds,
        device,
        batch ->
            placements.forEach(
                (name, placement) ->
                    sums.merge(
                        name, placement.table(device).reads(batch.nodes()), TierReads::plus)));
    sums.forEach((name, read) -> into.get(name).add(read));
  }

  /** The largest expected cost of a device in an epoch: the objective of the paper. */
  double expectedMaxCost(Placement placement, TierCosts costs) {
    List<AccessProbabilities> each =
        namesSeeds(placement)
            ? IntStream.range(0, seedsOf.size())
                .mapToObj(device -> subject.probabilities(seeds(placement, device)))
                .toList()
            : ownProbabilities;
    return Arrays.stream(placement.expectedCosts(each, costs)).max().orElse(0);
  }
}
