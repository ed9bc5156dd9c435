package dev.atoll.graph.partition;

/** What every node weighs in a balance constraint: a number from 0 to 2³¹ − 1. */
@FunctionalInterface
public interface NodeWeights {
  long of(long node);
}
