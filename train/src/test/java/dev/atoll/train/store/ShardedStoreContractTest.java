package dev.atoll.train.store;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.placement.Devices;
import dev.atoll.train.placement.Placement;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests rows at their owners: by messages, over TCP, in place, and with some of them cached. */
class ShardedStoreContractTest {
  private abstract static class Sharded extends FeatureStoreContract {
    private final boolean inPlace;

    Sharded(boolean inPlace) {
      this.inPlace = inPlace;
    }

    FeatureStore of(ShardedStore store, OwnedRows own, Arena memory) {
      return store;
    }

    @Override
    protected void onEveryReader(Body body) {
      StoreRanks.run(inPlace, (store, own, memory) -> body.accept(of(store, own, memory)));
    }

    @Override
    protected int degree(int node) {
      return StoreRanks.degree(node);
    }
  }

  @Nested
  class ByMessages extends Sharded {
    ByMessages() {
      super(false);
    }
  }

  @Nested
  class InPlace extends Sharded {
    InPlace() {
      super(true);
    }
  }

  @Nested
  class OverTcp extends Sharded {
    OverTcp() {
      super(false);
    }

    @Override
    protected void onEveryReader(Body body) {
      StoreRanks.runOverTcp((store, own, memory) -> body.accept(of(store, own, memory)));
    }
  }

  @Nested
  class WithACache extends Sharded {
    WithACache() {
      super(false);
    }

    @Override
    FeatureStore of(ShardedStore store, OwnedRows own, Arena memory) {
      int[] every3rd = IntStream.range(0, NODES).filter(node -> node % 3 == 0).toArray();
      Placement placement =
          Placement.of(Devices.connected(1, every3rd.length), NODES, new int[][] {every3rd});
      return store.keeping(
          CachedRows.read(
              placement,
              false,
              store,
              own,
              Ordering.identity(NODES),
              NodeNumbering.identity(NODES),
              memory));
    }
  }

  @Test
  void rowsWhoseMemoryIsClosedAreAnError() {
    StoreRanks.run(
        true,
        (store, own, memory) -> {
          if (own.rows().count() > 0) {
            Arena closed = Arena.ofShared();
            Matrix into = OwnedRows.matrix(1, FeatureStoreContract.WIDTH, closed);
            closed.close();
            MemorySegment first = MemorySegment.ofArray(new int[] {0});
            assertThrows(IllegalStateException.class, () -> store.gather(first, 1, into, null));
          }
        });
  }
}
