package dev.atoll.train.sampling;

import dev.atoll.comm.Communicator;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.train.batch.sampled.InputReader;
import dev.atoll.train.batch.sampled.SeedOrder;
import dev.atoll.train.placement.NearRows;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.OwnedRows;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The services of a worker to a sampling policy.
 *
 * <p>Nodes have their numbers after partitioning, unless a comment says "dataset's numbers".
 */
public interface SamplingContext {
  BatchPlan plan();

  /** Fixes every random choice of the run. */
  long seed();

  int threads();

  /** Threads per batch; the rest prepare later batches. */
  int threadsPerBatch();

  /** Steps of the whole run; known once the sampling policy is opened. */
  long runSteps();

  /** The workers of the run, this one among them. */
  Communicator workers();

  /** The part of this worker. */
  Shard shard();

  /** The mapping from the dataset's node numbers to numbers after partitioning, and back. */
  Ordering ordering();

  /** The number of every node in the dataset, int32. */
  NodeNumbering numbering();

  /** The whole graph in the dataset's numbers. */
  CsrGraph graph();

  /** The seeds of all workers, or this worker's own where no worker knows the others'. */
  long[] trainSeeds();

  /** What a seed is. */
  SeedKind seedKind();

  /**
   * The usual order: {@code batch} seeds per worker and step, shuffled as the plan says. All
   * workers ask together, once.
   */
  SeedOrder seedOrder();

  /** Neighbours of the nodes whose edges are here. */
  LocalNeighbors ownNeighbors();

  /** Whether the neighbours of other workers' nodes live with their owners. */
  boolean asksOwners();

  /**
   * Neighbours of all nodes, drawn uniformly, for one batch in preparation; closed with the run.
   */
  NeighborSource neighbors();

  /**
   * Neighbours of all nodes, drawn in a way of the policy's own; closed with the run.
   *
   * @param own draws for nodes whose edges are here
   * @param service the number of the {@link PickService} that draws for other nodes
   * @param cached draws for nodes of other workers that are cached here
   */
  NeighborSource neighbors(LocalNeighbors own, int service, Optional<CachedNeighbors> cached);

  /** Neighbours of other workers' seeds that are cached here; none before all workers answer. */
  Optional<CachedNeighbors> cachedNeighbors();

  /** Draws neighbours for other workers from now on; closed with the run. */
  void serve(int service, PickService picks);

  /** The feature rows of this worker's nodes. */
  OwnedRows ownRows();

  /** Reads feature rows of any node with one thread. */
  FeatureStore store();

  /** Feature rows that the plan's placement caches; none before all workers answer. */
  Optional<NearRows> nearRows();

  ModelInTraining model();

  /** Reads the input of some steps from now on, and its gradients; one reader at most. */
  void readInput(InputReader reader);

  /** Closes a resource with the run. */
  <T extends AutoCloseable> T opened(T resource);

  /**
   * The one instance of a type that several policies of this worker share, closed with the run. A
   * companion of training is notified of steps and epochs, and its state goes into checkpoints.
   *
   * @param open makes it for the first policy that asks
   */
  <T extends AutoCloseable> T shared(Class<T> type, Supplier<T> open);
}
