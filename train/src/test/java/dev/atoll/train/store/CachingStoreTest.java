package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.tensor.Matrix;
import dev.atoll.testkit.Allocation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests rows that are kept over other stores, one and two deep. */
class CachingStoreTest {
  private static final int NODES = FeatureStoreContract.NODES;

  /** A cache of the rows of every n-th node. */
  private static CachingStore every(
      int nth, FeatureStore below, OwnedRows like, LongConsumer reads, Arena memory) {
    int[] nodes = IntStream.range(0, NODES).filter(node -> node % nth == 0).toArray();
    return new CachingStore(
        below,
        KeptRows.read(nodes, below, like, memory),
        node -> Objects.checkIndex(node, NODES) % nth == 0 ? node / nth : CachingStore.NONE,
        reads,
        2);
  }

  private static CachingStore every(int nth, FeatureStore below, OwnedRows like, Arena memory) {
    return every(nth, below, like, _ -> {}, memory);
  }

  private abstract static class Caching extends FeatureStoreContract {
    @Override
    protected int degree(int node) {
      return StoreRanks.degree(node);
    }
  }

  @Nested
  class OverOwners extends Caching {
    @Override
    protected void onEveryReader(Body body) {
      StoreRanks.run(false, (store, own, memory) -> body.accept(every(3, store, own, memory)));
    }
  }

  @Nested
  class OverOwnersInPlace extends Caching {
    @Override
    protected void onEveryReader(Body body) {
      StoreRanks.run(true, (store, own, memory) -> body.accept(every(3, store, own, memory)));
    }
  }

  @Nested
  class OverOwnersByTcp extends Caching {
    @Override
    protected void onEveryReader(Body body) {
      StoreRanks.runOverTcp((store, own, memory) -> body.accept(every(3, store, own, memory)));
    }
  }

  @Nested
  class OverMemory extends Caching {
    @Override
    protected void onEveryReader(Body body) {
      try (Arena memory = Arena.ofShared()) {
        var below = new MemoryStore(memory);
        body.accept(every(3, below, below.rows(), memory));
      }
    }
  }

  @Nested
  class OverACacheOfOwners extends Caching {
    @Override
    protected void onEveryReader(Body body) {
      StoreRanks.run(
          false,
          (store, own, memory) -> {
            var far = every(2, store, own, memory);
            body.accept(every(3, far, own, memory));
          });
    }
  }

  @Nested
  class OverACacheOfMemory extends Caching {
    @Override
    protected void onEveryReader(Body body) {
      try (Arena memory = Arena.ofShared()) {
        var below = new MemoryStore(memory);
        var far = every(2, below, below.rows(), memory);
        body.accept(every(3, far, below.rows(), memory));
      }
    }
  }

  /** Every row is counted by the tier that it comes from. */
  @Test
  void everyTierCountsItsRows() {
    try (Arena memory = Arena.ofShared()) {
      var below = new MemoryStore(memory);
      var far = new LongAdder();
      var near = new LongAdder();
      var halves = every(2, below, below.rows(), far::add, memory);
      var thirds = every(3, halves, below.rows(), near::add, memory);
      far.reset();
      long filled = below.reads();
      int[] nodes = IntStream.range(0, 60).toArray();
      Matrix into = OwnedRows.matrix(60, FeatureStoreContract.WIDTH, memory);
      thirds.gather(MemorySegment.ofArray(nodes), 60, into, null);
      assertEquals(20, near.sum());
      assertEquals(20, far.sum());
      assertEquals(20, below.reads() - filled);
    }
  }

  /** Requests are on their way before kept rows are copied. */
  @Test
  void keptRowsAreCopiedWhileTheStoreBelowReads() {
    try (Arena memory = Arena.ofShared()) {
      var below = new MemoryStore(memory);
      Matrix into = OwnedRows.matrix(2, FeatureStoreContract.WIDTH, memory);
      List<Float> keptRow = new ArrayList<>();
      FeatureStore asking =
          new FeatureStore() {
            @Override
            public int width() {
              return below.width();
            }

            @Override
            public void gather(FeatureRead read, Runnable meanwhile) {
              keptRow.add(into.data().get(JAVA_FLOAT, Float.BYTES));
              below.gather(read, meanwhile);
              keptRow.add(into.data().get(JAVA_FLOAT, Float.BYTES));
            }
          };
      var store = every(3, asking, below.rows(), memory);
      keptRow.clear();
      store.gather(MemorySegment.ofArray(new int[] {6, 7}), 2, into, null);
      assertEquals(List.of(0f, FeatureStoreContract.element(6, 1)), keptRow);
    }
  }

  /** Less than one list of indices: all of them are reused. */
  @Test
  void aReadingAllocatesNoLists() {
    try (Arena memory = Arena.ofShared()) {
      int count = 5000;
      int[] nodes = IntStream.range(0, count).map(i -> i * 37 % NODES).toArray();
      MemorySegment list = memory.allocateFrom(JAVA_INT, nodes);
      Matrix into = OwnedRows.matrix(count, FeatureStoreContract.WIDTH, memory);
      var below = new MemoryStore(memory);
      var store = every(3, every(2, below, below.rows(), memory), below.rows(), memory);
      long allowed = (long) count * Integer.BYTES;
      Runnable read = () -> store.gather(list, count, into, null);
      assertTrue(Allocation.settledBytesOf(allowed, read) <= allowed);
    }
  }

  /** The lists of non-zeros are those of the store below. */
  @Test
  void nonZerosAreTheSame() {
    StoreRanks.run(
        false,
        (store, own, memory) -> {
          int[] nodes = IntStream.range(0, NODES).toArray();
          var plain = new NonZeroRows();
          plain.reset(NODES);
          store.gather(MemorySegment.ofArray(nodes), NODES, Columns.ALL, plain, null);
          var kept = new NonZeroRows();
          kept.reset(NODES);
          every(3, store, own, memory)
              .gather(MemorySegment.ofArray(nodes), NODES, Columns.ALL, kept, null);
          for (int row = 0; row < NODES; row++) {
            assertEquals(list(plain, row), list(kept, row), "row " + row);
          }
        });
  }

  private static List<String> list(NonZeroRows rows, int row) {
    int[] columns = new int[rows.nonZeros(row)];
    float[] values = new float[columns.length];
    rows.copy(row, columns, values, 0);
    return IntStream.range(0, columns.length).mapToObj(i -> columns[i] + ":" + values[i]).toList();
  }
}
