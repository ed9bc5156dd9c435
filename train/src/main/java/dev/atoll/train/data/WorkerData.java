package dev.atoll.train.data;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Links;
import dev.atoll.graph.Split;
import dev.atoll.train.store.FeatureRows;
import java.lang.foreign.Arena;
import java.util.Optional;
import java.util.Set;

/**
 * The share of a dataset that one worker holds, by the dataset's node numbers: labels and splits of
 * all nodes, and features and edges of all nodes or only of its own. Reading data that the worker
 * does not hold throws an error that names it.
 */
public interface WorkerData {
  /** The data of a worker that holds a whole dataset. */
  static WorkerData of(Dataset dataset) {
    return new WholeDataset(dataset);
  }

  /** The name used in messages. */
  String name();

  /** Nodes of the whole graph. */
  int nodeCount();

  /**
   * The edges of all nodes.
   *
   * @throws dev.atoll.graph.BadDataException if this worker has only the edges of its shard
   */
  CsrGraph graph();

  /** The rows of all nodes, or of the worker's own; absent on graphs that have none. */
  Optional<Features> features();

  /** The node whose features are row 0. */
  int firstFeatureNode();

  /**
   * Whether features cover only the worker's own nodes, in the order of its shard: nodes then have
   * their numbers after partitioning, not the dataset's.
   */
  default boolean featuresFollowShard() {
    return false;
  }

  /** The share of elements that are stored, over the features of all nodes; 1 for dense ones. */
  default double featureDensity() {
    return features().map(FeatureRows::density).orElse(1.0);
  }

  /** The labels of all nodes; absent on graphs that have none. */
  Optional<Labels> labels();

  /** The split of a name; an unknown one is an error that lists those there are. */
  Split split(String wanted);

  Set<String> splitNames();

  /** The metric of the dataset's publishers, where given. */
  Optional<String> metric();

  /**
   * The share of the worker of another part, where its files are here; of edges it says nothing.
   */
  default Optional<WorkerData> ofPart(int part) {
    return Optional.empty();
  }

  /** The node pairs to be learned, if the dataset has links. */
  Optional<Links> links();

  /** A copy with other links to learn. */
  WorkerData with(Links links);

  /** The arena of the arrays. */
  Arena memory();
}
