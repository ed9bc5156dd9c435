package dev.atoll.train.worker;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.train.store.Columns;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.RowSink;
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
  public void begin(int firstSeed) {
    store.begin(firstSeed);
  }

  @Override
  public void gather(MemorySegment nodes, int count, Columns columns, RowSink into, int[] degrees) {
    store.gather(nodes, count, columns, into, null);
    for (int i = 0; degrees != null && i < count; i++) {
      degrees[i] = degree.applyAsInt(nodes.getAtIndex(JAVA_INT, i));
    }
  }
}
