package dev.atoll.train.store;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.tensor.Matrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests rows at their owners: by messages, over TCP and in place. */
class ShardedStoreContractTest {
  private abstract static class Sharded extends FeatureStoreContract {
    private final boolean inPlace;

    Sharded(boolean inPlace) {
      this.inPlace = inPlace;
    }

    @Override
    protected void onEveryReader(Body body) {
      StoreRanks.run(inPlace, (store, _, _) -> body.accept(store));
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
      StoreRanks.runOverTcp((store, _, _) -> body.accept(store));
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
