package dev.atoll.train;

/** How the neighbours of a batch's nodes are drawn: a policy by name. */
public sealed interface Sampling {
  /** Up to a fanout of neighbours of every node, all alike, in one fused pass. */
  record Uniform() implements Sampling {}

  /** The same batches as {@link Uniform}, in separate passes: the baseline of the fused kernel. */
  record Unfused() implements Sampling {}
}
