package dev.atoll.train.link;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.BatchLoss;
import dev.atoll.train.batch.Neighborhood;
import dev.atoll.train.batch.sampled.SeedLoss;
import java.lang.foreign.MemorySegment;
import java.util.function.LongUnaryOperator;

/** Link seeds with negative samples: the loss of link prediction. */
final class LinkSeeds implements SeedLoss {
  private final Pairs pairs;
  private final NegativeBatch.Common common;
  private final NegativeBatch contrast;
  private final boolean hides;
  private final LongUnaryOperator number;
  private final WantedRows rows;
  private final HiddenLinks hidden = new HiddenLinks();

  /**
   * @param hides whether the positive links are removed from the message-passing edges
   * @param number of a node after partitioning
   */
  LinkSeeds(NegativeBatch.Common common, Pairs pairs, boolean hides, LongUnaryOperator number) {
    this.common = common;
    this.pairs = pairs;
    this.contrast = common.contrast();
    this.hides = hides;
    this.number = number;
    this.rows = new WantedRows(common.nodeCount());
  }

  @Override
  public void pair(long[] seeds, int from, int to, RandomKey key) {
    pairs.find(seeds, from, to, key);
  }

  @Override
  public long[] nodes(long[] seeds, int from, int to, RandomKey key) {
    rows.clear();
    contrast.draw(pairs, to - from, rows, key.child("negatives"));
    if (hides) {
      hide(to - from);
    }
    return rows.renumbered(number);
  }

  private void hide(int links) {
    hidden.begin(links);
    for (int i = 0; i < links; i++) {
      hidden.add(number.applyAsLong(pairs.head(i)), number.applyAsLong(pairs.tail(i)));
    }
    hidden.complete();
  }

  @Override
  public Neighborhood seen(Neighborhood block, MemorySegment nodes) {
    return hides ? hidden.without(block, nodes) : block;
  }

  @Override
  public BatchLoss loss(long[] ids, Workspace memory, long batchSeeds) {
    return contrast.objective(memory, batchSeeds);
  }

  @Override
  public Var decode(Tape tape, Var nodes) {
    return contrast.decode(tape, common.decoder().prepare(nodes).retain());
  }

  @Override
  public void close() {
    pairs.close();
  }
}
