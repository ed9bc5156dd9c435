package dev.atoll.app.partition;

import dev.atoll.app.memory.PeakMemory;
import dev.atoll.formats.shard.AssignmentFile;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.PartitionReport;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.sample.locality.SampledReads;
import dev.atoll.recipe.compose.Partitioners;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A partitioned dataset and the measurements of its partition. */
public record Cut(
    Dataset dataset,
    Settings settings,
    PartitionGoal goal,
    Partitioning partitioning,
    PartitionReport report,
    SampledReads.Sampling sampling,
    Optional<SampledReads> reads) {

  /**
   * Measures a partition.
   *
   * @param graph of the dataset, or the same without directions where that is there already
   */
  public static Cut of(
      String partitioner,
      Dataset dataset,
      CsrGraph graph,
      Settings settings,
      PartitionGoal goal,
      PeakMemory.Measured<Partitioning> found,
      SampledReads.Sampling sampling) {
    return new Cut(
        dataset,
        settings,
        goal,
        found.result(),
        PartitionReport.of(
            partitioner,
            graph,
            found.result(),
            allConstraints(settings, dataset, goal),
            found.seconds(),
            found.peakBytes()),
        sampling,
        reads(dataset, settings, goal, found.result(), sampling));
  }

  /** The goal with all other constraints of the dataset, unbounded. */
  private static PartitionGoal allConstraints(
      Settings settings, Dataset dataset, PartitionGoal goal) {
    return goal.balancing(
        BalanceConstraint.NAMES.stream()
            .flatMap(name -> measured(name, settings, dataset, goal).stream())
            .toArray(BalanceConstraint[]::new));
  }

  private static Optional<BalanceConstraint> measured(
      String name, Settings settings, Dataset dataset, PartitionGoal goal) {
    return goal.balance().stream()
        .filter(share -> share.name().equals(name))
        .findAny()
        .or(
            () ->
                Partitioners.constraint(name, settings, dataset)
                    .map(share -> share.within(Double.POSITIVE_INFINITY)));
  }

  private static Optional<SampledReads> reads(
      Dataset dataset,
      Settings settings,
      PartitionGoal goal,
      Partitioning partitioning,
      SampledReads.Sampling sampling) {
    return Optional.ofNullable(dataset.splits().get(settings.get(Keys.SPLIT)))
        .map(split -> split.nodes(Split.TRAIN))
        .filter(seeds -> seeds.length > 0)
        .map(
            seeds ->
                SampledReads.estimate(
                    dataset.graph(),
                    partitioning,
                    seeds,
                    sampling,
                    RandomKey.ofSeed(goal.seed()).child("sampled reads"),
                    goal.threads()));
  }

  /** The origin of the parts in words. */
  public Map<String, String> origin() {
    Map<String, String> origin = new LinkedHashMap<>();
    origin.put("dataset", dataset.name());
    origin.put("partitioner", report.partitioner());
    origin.put("objective", settings.text(Keys.PARTITION_OBJECTIVE));
    origin.put("seed", Long.toString(goal.seed()));
    origin.put("cut", Long.toString(report.cut()));
    origin.put("volume", Long.toString(report.volume()));
    origin.put("assignmentSha256", AssignmentFile.digest(partitioning));
    return origin;
  }

  public int parts() {
    return partitioning.parts();
  }

  /** Bytes of a feature row as workers send it, in float32; 0 without features. */
  long rowBytes() {
    return dataset.features().map(features -> (long) features.width() * Float.BYTES).orElse(0L);
  }

  /** Bytes that a worker with this part holds: edges, halo, feature rows of its own nodes. */
  long shardBytes(int part) {
    return topologyBytes(part) + featureBytes(part);
  }

  /** Bytes of edges and halo that a worker with this part holds. */
  long topologyBytes(int part) {
    return settings.get(Keys.TOPOLOGY) == Topology.PARTITIONED
        ? partitionedTopologyBytes(part)
        : replicatedTopologyBytes(part);
  }

  /** Bytes of a worker's own feature rows. */
  long featureBytes(int part) {
    return report.coreNodes().get(part) * rowBytes();
  }

  /** Bytes of the in-edges of a part's own nodes, and of its halo. */
  long partitionedTopologyBytes(int part) {
    return topologyBytes(report.coreNodes().get(part), load(BalanceConstraint.EDGES, part), part);
  }

  /** Bytes of all edges, and of the part's halo. */
  long replicatedTopologyBytes(int part) {
    CsrGraph graph = dataset.graph();
    return topologyBytes(graph.nodeCount(), graph.edgeCount(), part);
  }

  private long topologyBytes(long rows, long edges, int part) {
    return (rows + 1) * Long.BYTES + (edges + report.haloNodes().get(part)) * Integer.BYTES;
  }

  private long load(String name, int part) {
    return report.balance().stream()
        .filter(share -> share.name().equals(name))
        .findAny()
        .map(share -> share.loads().get(part))
        .orElse(0L);
  }
}
