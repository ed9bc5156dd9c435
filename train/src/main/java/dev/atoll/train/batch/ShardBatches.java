package dev.atoll.train.batch;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.exchange.HaloExchange;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Full-graph training on a shard: one step an epoch, on the training nodes of all workers. Every
 * worker computes its core nodes; the rows they read of others come by the exchange, but for the
 * input rows, which are here from the start.
 */
public final class ShardBatches implements BatchSource {
  private final DeviceMemory memory;
  private final ShardBatch shard;
  private final HaloExchange exchange;
  private final Training training;

  /**
   * @param seeds the training nodes of all workers in the dataset's own numbers, ascending
   */
  public ShardBatches(
      DeviceMemory memory,
      ShardBatch shard,
      HaloExchange exchange,
      Objective.Source labels,
      long[] seeds) {
    this.memory = memory;
    this.shard = shard;
    this.exchange = exchange;
    long[] ids = shard.ids();
    int[] rows =
        IntStream.range(0, ids.length)
            .filter(row -> Arrays.binarySearch(seeds, ids[row]) >= 0)
            .toArray();
    long[] own = Arrays.stream(rows).mapToLong(row -> ids[row]).toArray();
    this.training = new Training(labels.of(own, rows, memory, seeds.length));
  }

  @Override
  public int steps(int epoch) {
    return 1;
  }

  @Override
  public TrainingBatch batch(int epoch, int step) {
    return training;
  }

  @Override
  public void close() {
    memory.close();
  }

  private final class Training implements TrainingBatch {
    private final Objective objective;

    Training(Objective objective) {
      this.objective = objective;
    }

    @Override
    public Var input(Tape tape) {
      return shard.input(tape);
    }

    @Override
    public DeviceBlock block(int layer) {
      return shard.block(layer);
    }

    @Override
    public Var lift(int layer, Var rows) {
      return layer == 0 ? rows : exchange.lift(layer, rows);
    }

    @Override
    public Buffer rowIds() {
      return shard.rowIds();
    }

    @Override
    public Buffer inputCellIds() {
      return shard.inputCellIds();
    }

    @Override
    public int targetCount() {
      return shard.targetCount();
    }

    @Override
    public Objective objective() {
      return objective;
    }
  }
}
