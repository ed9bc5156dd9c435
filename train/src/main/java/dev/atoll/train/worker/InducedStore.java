package dev.atoll.train.worker;

import dev.atoll.train.store.FeatureRead;
import dev.atoll.train.store.FeatureStore;
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
  public void gather(FeatureRead read, Runnable meanwhile) {
    store.gather(read.withoutDegrees(), meanwhile);
    for (int i = 0; read.withDegrees() && i < read.count(); i++) {
      read.degrees()[read.index(i)] = degree.applyAsInt(read.node(i));
    }
  }
}
