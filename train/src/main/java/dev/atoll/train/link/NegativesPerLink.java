package dev.atoll.train.link;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.link.KnownLinks;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.BatchLoss;
import dev.atoll.train.plan.LinkSpec;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Separate negatives for each link, drawn by the link's id: independent of the batch that the link
 * is in. Pairs are scored in one column: the links, then the negatives of the first link, of the
 * second, …
 */
final class NegativesPerLink implements NegativeBatch {
  private final Common common;
  private final int perLink;
  private int links;
  private int[] negatives = {};
  private int[] heads = {};
  private int[] tails = {};
  private int[] relations = {};
  private Buffer headRows;
  private Buffer tailRows;
  private Buffer relationOf;
  private Buffer linkOf;
  private Buffer negativeOf;

  NegativesPerLink(Common common) {
    this.common = common;
    this.perLink = common.spec().count();
  }

  @Override
  public void draw(Pairs pairs, int count, RandomKey key) {
    KnownLinks known = pairs.known(common.known());
    negatives = new int[Math.multiplyExact(count, perLink)];
    int[] drawn = new int[perLink];
    for (int i = 0; i < count; i++) {
      RandomKey own = key.child(pairs.name(i));
      common.negatives().draw(known, pairs.head(i), pairs.relation(i), own, drawn);
      System.arraycopy(drawn, 0, negatives, i * perLink, perLink);
    }
  }

  @Override
  public void forEachNegative(IntConsumer sink) {
    Arrays.stream(negatives).forEach(sink);
  }

  @Override
  public void request(Pairs pairs, int count, DistinctNodes rows) {
    links = count;
    int all = Math.multiplyExact(links, 1 + perLink);
    heads = new int[all];
    tails = new int[all];
    relations = new int[all];
    for (int i = 0; i < links; i++) {
      int relation = pairs.relation(i);
      put(i, rows.row(pairs.head(i)), rows.row(pairs.tail(i)), relation);
      for (int j = 0; j < perLink; j++) {
        int place = i * perLink + j;
        put(links + place, heads[i], rows.row(negatives[place]), relation);
      }
    }
  }

  private void put(int place, int head, int tail, int relation) {
    heads[place] = head;
    tails[place] = tail;
    relations[place] = relation;
  }

  @Override
  public BatchLoss objective(Workspace memory, long batchSeeds) {
    headRows = common.ints(heads, memory);
    tailRows = common.ints(tails, memory);
    relationOf = common.ints(relations, memory);
    int others = links * perLink;
    if (common.spec().loss() == LinkSpec.Loss.BPR) {
      int[] places = new int[others];
      Arrays.setAll(places, i -> i / perLink);
      linkOf = common.ints(places, memory);
      Arrays.setAll(places, i -> links + i);
      negativeOf = common.ints(places, memory);
      return new BatchLoss.ManyLabels(
          targets(others, others, memory), (float) (1.0 / batchSeeds / perLink));
    }
    return new BatchLoss.ManyLabels(
        targets(links + others, links, memory), (float) (1.0 / batchSeeds / (1 + perLink)));
  }

  private Matrix targets(int count, int ones, Workspace memory) {
    Matrix targets = memory.matrix(count, 1);
    common.backend().kernels().fill(0, targets);
    common.backend().kernels().fill(1, targets.rowsView(0, ones));
    return targets;
  }

  @Override
  public Var decode(Tape tape, Var rows) {
    Var scores =
        common.decoder().pairs(rows.gather(headRows), rows.gather(tailRows), relationOf).retain();
    return common.spec().loss() == LinkSpec.Loss.BPR
        ? scores.gather(linkOf).add(scores.gather(negativeOf).scale(-1))
        : scores;
  }
}
