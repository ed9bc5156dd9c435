package dev.atoll.train.batch.shard;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.BatchLoss;
import dev.atoll.train.batch.BatchSource;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.TrainingBatch;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.PhaseTimes;
import dev.atoll.train.halo.exchange.HaloExchange;
import java.util.Arrays;

/**
 * Full-graph training on a shard: one step an epoch, on the training nodes of all workers. Every
 * worker computes the core nodes that the loss depends on. The exchange brings the embeddings that
 * these read of other workers; input rows are fetched once, before training.
 */
public final class ShardBatches implements BatchSource {
  private final ShardBatch shard;
  private final HaloExchange exchange;
  private final EpochRows rows;
  private final PhaseTimes times;
  private final Training training;
  private boolean closed;

  /**
   * @param rows of other workers that an epoch works with
   * @param needed the rows of each layer: the last one computes the training nodes
   * @param seeds how many training nodes all workers have
   */
  public ShardBatches(
      DeviceMemory memory,
      ShardBatch shard,
      NeededRows needed,
      HaloExchange exchange,
      EpochRows rows,
      PhaseTimes times,
      BatchLoss.Source labels,
      int seeds) {
    this.shard = shard;
    this.exchange = exchange;
    this.rows = rows;
    this.times = times;
    long[] targets = Arrays.copyOf(shard.ids(), needed.targets(needed.layers() - 1));
    this.training = new Training(labels.of(targets, memory.workspace(), seeds), targets.length);
  }

  @Override
  public int steps(int epoch) {
    return 1;
  }

  @Override
  public TrainingBatch batch(int epoch, int step) {
    BatchSource.requireStep(step, 1, closed);
    long begun = System.nanoTime();
    rows.draw(epoch);
    times.since(begun, Phase.SAMPLE);
    exchange.begin(epoch, rows::shape, rows::sent);
    return training;
  }

  @Override
  public long heldBytes() {
    return rows.heldBytes() + exchange.heldBytes();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      rows.close();
    }
  }

  private final class Training implements TrainingBatch {
    private final BatchLoss objective;
    private final int targets;

    Training(BatchLoss objective, int targets) {
      this.objective = objective;
      this.targets = targets;
    }

    @Override
    public Var input(Tape tape) {
      return shard.trainingInput(tape);
    }

    @Override
    public DeviceBlock block(int layer) {
      return layer == 0
          ? shard.trainingBlock()
          : ShardBlock.hidden(rows.edges(layer), exchange, rows.haloIds(layer), layer);
    }

    @Override
    public Buffer rowIds() {
      return shard.rowIds();
    }

    @Override
    public int targetCount() {
      return targets;
    }

    @Override
    public BatchLoss loss() {
      return objective;
    }
  }
}
