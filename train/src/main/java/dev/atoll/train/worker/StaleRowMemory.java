package dev.atoll.train.worker;

import dev.atoll.graph.BadDataException;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.halo.Direction;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.exchange.LayerPlans;
import dev.atoll.train.halo.plan.ExchangePlan;
import dev.atoll.train.model.Model;
import java.util.Arrays;

/**
 * The memory that a worker needs for stale rows of peers, and for own rows as they were sent last,
 * in every layer but the first.
 */
record StaleRowMemory(ExchangePlan exchange, Model model, LayerPlans plans, int layers) {
  private static final double MIB = 1 << 20;

  /**
   * Refuses a run that needs more than {@code exchange.cacheMiB}. All workers call it together.
   *
   * @throws BadDataException naming the setting
   */
  void require(ShardServices services) {
    long allowed = exchange.cacheBytes();
    if (allowed == 0 || !exchange.refresh().usesStale()) {
      return;
    }
    long own = bytes(services.workers().rank());
    long most = Arrays.stream(services.gather(own)).max().orElseThrow();
    if (most > allowed) {
      throw new BadDataException(
          "a model of %d layers keeps %.1f MiB of stale rows on a worker, but exchange.cacheMiB allows %.1f: take fewer layers, more workers or exchange.refresh=always, or allow more"
              .formatted(layers, most / MIB, allowed / MIB));
    }
  }

  private long bytes(int rank) {
    long bytes = 0;
    for (int layer = 1; layer < layers; layer++) {
      HaloPlan plan = plans.of(layer);
      int cols = model.exchangedWidth(layer, exchange.sendsEmbeddings());
      int own = plan.boundary(rank).ownerRows();
      bytes += bytes(Direction.FORWARD, plan.haloCount(), own, plan.boundaryCount(), cols);
      int halo = plan.haloCount();
      bytes += bytes(Direction.BACKWARD, plan.boundaryCount(), halo, halo, cols);
    }
    return bytes;
  }

  /**
   * Bytes of one direction.
   *
   * @param received rows of peers
   * @param all own rows that may be sent
   * @param read those that peers read
   */
  private long bytes(Direction direction, int received, int all, int read, int cols) {
    RefreshRule rule = exchange.refresh();
    boolean decides = rule.usesStale(direction);
    long stale = decides || exchange.refreshesInPart() ? received : 0;
    int compared = decides ? rule.compared(all, read) : 0;
    return stale * cols * Float.BYTES + Matrix.bytesFor(compared, cols, DType.F32);
  }
}
