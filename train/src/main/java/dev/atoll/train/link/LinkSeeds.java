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
import java.util.stream.IntStream;

/** Link seeds with negative samples: the loss of link prediction. */
final class LinkSeeds implements SeedLoss {
  private final Pairs pairs;
  private final NegativeBatch.Common common;
  private final NegativeBatch contrast;
  private final boolean hides;
  private final LongUnaryOperator number;
  private final DistinctNodes rows;
  private final HiddenLinks hidden = new HiddenLinks();
  private int links;

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
    this.rows = new DistinctNodes(common.nodeCount());
  }

  @Override
  public void begin(long[] seeds, int from, int to) {
    links = to - from;
    pairs.begin(seeds, from, to);
  }

  @Override
  public void pair(RandomKey key) {
    pairs.find(key);
  }

  @Override
  public void contrast(RandomKey key) {
    contrast.draw(pairs, links, key.child("negatives"));
  }

  @Override
  public long[] nodes(Role role) {
    IntStream.Builder found = IntStream.builder();
    switch (role) {
      case SEED -> IntStream.range(0, links).map(pairs::head).forEach(found::add);
      case POSITIVE -> IntStream.range(0, links).map(pairs::tail).forEach(found::add);
      case NEGATIVE -> contrast.forEachNegative(found::add);
    }
    return found.build().sorted().distinct().mapToLong(number::applyAsLong).toArray();
  }

  @Override
  public long[] nodes() {
    rows.clear();
    contrast.request(pairs, links, rows);
    if (hides) {
      hide();
    }
    return rows.renumbered(number);
  }

  private void hide() {
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
