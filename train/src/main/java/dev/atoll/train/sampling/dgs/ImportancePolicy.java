package dev.atoll.train.sampling.dgs;

import dev.atoll.train.sampling.BatchPolicy;
import java.util.Optional;

/** A policy whose choices follow the importance of remote nodes or columns. */
interface ImportancePolicy extends BatchPolicy {
  ImportanceSpec importance();

  @Override
  default Optional<String> lengthUse() {
    return importance().lengthUse();
  }

  @Override
  default boolean readsResults() {
    return importance().readsResults();
  }

  @Override
  default long stepsRead(long step) {
    return importance().stepsRead(step);
  }

  @Override
  default long stepsToSettle() {
    return importance().stepsToSettle();
  }
}
