package dev.atoll.train.worker;

import dev.atoll.train.store.FeatureStoreContract;
import dev.atoll.train.store.StoreRanks;

class InducedStoreContractTest extends FeatureStoreContract {
  @Override
  protected void onEveryReader(Body body) {
    StoreRanks.run(true, (store, _, _) -> body.accept(new InducedStore(store, this::degree)));
  }

  @Override
  protected int degree(int node) {
    return node % 7 + 1;
  }
}
