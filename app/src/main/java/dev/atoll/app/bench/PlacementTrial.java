package dev.atoll.app.bench;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.policy.Policies;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.sample.SeedPlan;
import dev.atoll.train.placement.AccessProbabilities;
import dev.atoll.train.placement.CachedPlacer;
import dev.atoll.train.placement.Devices;
import dev.atoll.train.placement.GreedyPlacer;
import dev.atoll.train.placement.PartitionPlacer;
import dev.atoll.train.placement.Placement;
import dev.atoll.train.placement.TierCosts;
import dev.atoll.train.placement.TierReads;
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

  /** The assignment of seeds to devices. */
  enum Seeds {
    /** Any, dealt at random. */
    DEALT,
    /** The seeds of its part of a multilevel partition. */
    PARTS
  }

  private final PlacementSubject subject;
  private final List<long[]> seedsOf;
  private final List<AccessProbabilities> ownProbabilities;

  PlacementTrial(PlacementSubject subject, int devices, Seeds seeds) {
    this.subject = subject;
    this.seedsOf = seeds == Seeds.DEALT ? dealt(devices) : ofParts(devices);
    this.ownProbabilities = seedsOf.stream().map(subject::probabilities).toList();
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

  /** The placements of all rows of a table, by name. */
  Map<String, Placement> placements(Devices devices, TierCosts costs) {
    Map<String, Placement> placements = new LinkedHashMap<>();
    placements.put(OURS, new GreedyPlacer(costs).place(ownProbabilities, devices));
    placements.put(
        "published",
        new CachedPlacer(costs.alpha()).place(subject.graph(), subject.probabilities(), devices));
    for (String name : List.of("chunk", "random", MULTILEVEL)) {
      placements.put(name, byParts(partitioner(name), false, devices));
    }
    placements.put("pagraph", subject.pagraph(devices));
    placements.put("multilevel+p", byParts(partitioner(MULTILEVEL), true, devices));
    return placements;
  }

  /** A partitioner with its defaults. */
  static Partitioner partitioner(String name) {
    return Policies.named(Partitioner.class, name).make(Values.defaults());
  }

  private Placement byParts(Partitioner cut, boolean probableFirst, Devices devices) {
    return new PartitionPlacer(cut, probableFirst, 0, subject.threads())
        .place(subject.graph(), subject.probabilities(), devices);
  }

  /** The reads of all devices in an epoch, for every placement; all see the same batches. */
  Map<String, TierReads> reads(Map<String, Placement> placements) {
    Map<String, TierReads> reads = new LinkedHashMap<>();
    placements.keySet().forEach(name -> reads.put(name, TierReads.NONE));
    for (int device = 0; device < seedsOf.size(); device++) {
      int reader = device;
      subject.epoch(
          seedsOf.get(device),
          device,
          batch ->
              placements.forEach(
                  (name, placement) ->
                      reads.merge(
                          name, placement.table(reader).reads(batch.nodes()), TierReads::plus)));
    }
    return reads;
  }
}
