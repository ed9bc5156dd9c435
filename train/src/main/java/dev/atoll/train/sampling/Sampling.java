package dev.atoll.train.sampling;

import dev.atoll.graph.CsrGraph;
import dev.atoll.train.placement.AccessProbabilities;
import java.util.Optional;

/**
 * Samples the neighbourhoods of a batch: the slot {@code sampler}.
 *
 * <p>A policy states its needs before anything is opened, and is then opened once on every worker.
 * Its draws are a function only of the run's keys, so they depend neither on the number of threads
 * nor on which worker draws.
 */
public interface Sampling extends BatchPolicy {
  /** Up to a fanout of neighbours of every node, each as likely. */
  static Sampling uniform() {
    return new UniformSampling();
  }

  /**
   * Whether the policy itself decides which seeds a step has, from clusters or subgraphs of a
   * worker's part. Such a policy ignores {@code batch}, and requires that seeds are nodes.
   */
  default boolean ordersSeeds() {
    return false;
  }

  /** The use that the policy makes of the whole graph on every worker; empty for none. */
  default Optional<String> wholeGraphUse() {
    return Optional.empty();
  }

  /**
   * Checks that a run can be resumed inside an epoch.
   *
   * @param everySteps steps from one checkpoint to the next
   * @throws IllegalArgumentException if this policy can resume only from the end of an epoch
   */
  default void checkResuming(int everySteps) {}

  /**
   * The probability that a step reads each node's row, which determines the rows to cache.
   *
   * @param train the distinct nodes that the worker trains on
   */
  default AccessProbabilities access(CsrGraph graph, long[] train, BatchPlan plan, int threads) {
    return AccessProbabilities.sampled(graph, train, plan.fanouts(), plan.batch(), threads);
  }

  /**
   * The way in which some nodes are drawn more often than others; empty if the policy does not
   * support it.
   */
  default Optional<PreferenceSampling> favouring() {
    return Optional.empty();
  }

  /**
   * Whether batches equal those of {@link UniformSampling}, which a device can sample, and nothing
   * else is recorded about them.
   */
  default boolean drawsOnDevice() {
    return false;
  }

  /**
   * Checks the task and the number of workers.
   *
   * @throws IllegalArgumentException when this policy cannot serve them
   */
  default void check(SeedKind seeds, int workers) {}

  /** Whether settings that name this policy for training on the full graph are refused. */
  default boolean refusesFullGraph() {
    return false;
  }

  /**
   * Opens the policy on one worker, and registers the services by which it draws for others. All
   * workers open theirs together, before any answers requests.
   */
  WorkerSampling open(SamplingContext context);
}
