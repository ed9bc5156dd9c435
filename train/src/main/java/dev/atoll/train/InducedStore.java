package dev.atoll.train;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.train.feature.Columns;
import dev.atoll.train.feature.FeatureStore;
import dev.atoll.train.feature.RowSink;
import java.lang.foreign.MemorySegment;
import java.util.function.IntUnaryOperator;

/**
 * A store whose nodes have the degrees of an induced graph.
 *
 * @param degree of a node after partitioning, itself counted once as its own neighbour
 */
record InducedStore(FeatureStore store, IntUnaryOperator degree) implements FeatureStore {
  @Override
  public int width() {
    return store.width();
  }

  @Override
  public void gather(MemorySegment nodes, int count, Columns columns, RowSink into, int[] degrees) {
    store.gather(nodes, count, columns, into, null);
    for (int i = 0; degrees != null && i < count; i++) {
      degrees[i] = degree.applyAsInt(nodes.getAtIndex(JAVA_INT, i));
    }
  }
}
