package dev.atoll.train.batch.shard;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.BatchLoss;
import dev.atoll.train.batch.BatchSource;
import dev.atoll.train.batch.DeviceBlock;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.TrainingBatch;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.PhaseTimes;
import dev.atoll.train.halo.exchange.HaloExchange;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Full-graph training on a shard: one step an epoch, on the training nodes of all workers. Every
 * worker computes its core nodes; the rows they read of others come by the exchange, but for the
 * input rows, which are here from the start.
 */
public final class ShardBatches implements BatchSource {
  private final ShardBatch shard;
  private final HaloExchange exchange;
  private final EpochRows rows;
  private final PhaseTimes times;
  private final Training training;

  /**
   * @param rows of other workers that an epoch works with
   * @param seeds the training nodes of all workers in the dataset's own numbers, ascending
   */
  public ShardBatches(
      DeviceMemory memory,
      ShardBatch shard,
      HaloExchange exchange,
      EpochRows rows,
      PhaseTimes times,
      BatchLoss.Source labels,
      long[] seeds) {
    this.shard = shard;
    this.exchange = exchange;
    this.rows = rows;
    this.times = times;
    long[] ids = shard.ids();
    int[] targets =
        IntStream.range(0, ids.length)
            .filter(row -> Arrays.binarySearch(seeds, ids[row]) >= 0)
            .toArray();
    long[] own = Arrays.stream(targets).mapToLong(row -> ids[row]).toArray();
    this.training = new Training(labels.of(own, targets, memory, seeds.length));
  }

  @Override
  public int steps(int epoch) {
    return 1;
  }

  @Override
  public TrainingBatch batch(int epoch, int step) {
    long begun = System.nanoTime();
    rows.draw(epoch);
    times.since(begun, Phase.SAMPLE);
    exchange.begin(epoch, rows.shape(), rows.sent());
    return training;
  }

  @Override
  public long heldBytes() {
    return rows.heldBytes() + exchange.heldBytes();
  }

  @Override
  public void close() {
    rows.close();
  }

  private final class Training implements TrainingBatch {
    private final BatchLoss objective;

    Training(BatchLoss objective) {
      this.objective = objective;
    }

    @Override
    public Var input(Tape tape) {
      return shard.input(tape);
    }

    @Override
    public DeviceBlock block(int layer) {
      return layer == 0
          ? shard.block(0)
          : ShardBlock.hidden(rows.edges(), exchange, rows.haloIds(), layer);
    }

    @Override
    public Buffer rowIds() {
      return shard.rowIds();
    }

    @Override
    public int targetCount() {
      return shard.targetCount();
    }

    @Override
    public BatchLoss loss() {
      return objective;
    }
  }
}
