package dev.atoll.train.batch;

import dev.atoll.train.halo.HaloExchange;
import dev.atoll.train.schedule.Launch;
import java.util.List;
import java.util.Optional;

/** The batches of a run. */
public interface BatchSource extends AutoCloseable {
  /** Steps in an epoch. */
  int steps(int epoch);

  /** The batch of a step; valid until the next one is asked for. */
  TrainingBatch batch(int epoch, int step);

  /** Bytes held on the device for batches. */
  default long heldBytes() {
    return 0;
  }

  /** The launches of batches since the last call, where the two-level scheduler decides about them. */
  default List<Launch> takeLaunches() {
    return List.of();
  }

  /** The exchange of halo embeddings; absent when batches come complete. */
  default Optional<HaloExchange> exchange() {
    return Optional.empty();
  }

  @Override
  void close();
}
