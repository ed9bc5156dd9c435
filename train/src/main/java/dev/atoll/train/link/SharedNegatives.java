package dev.atoll.train.link;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.link.KnownLinks;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.BatchLoss;
import dev.atoll.train.model.decode.BilinearDecoder;
import dev.atoll.train.plan.LinkSpec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Negatives that all links of a batch share: one list of tails. A row of scores holds a link, then
 * its head with every tail of the list; tails that are known links of the head carry no loss.
 */
final class SharedNegatives implements NegativeBatch {
  private static final float NEVER = -1e9f;

  private final Common common;
  private final BilinearDecoder decoder;
  private final DistinctNodes columns;
  private KnownLinks known;
  private int[] heads = {};
  private int[] tails = {};
  private int[] relations = {};
  private int[] others = {};
  private Buffer headRows;
  private Buffer tailRows;
  private Buffer relationOf;
  private Buffer otherRows;
  private MemorySegment mask = MemorySegment.NULL;
  private long[] masked = {};
  private int maskedCount;
  private Matrix maskOnDevice;

  SharedNegatives(Common common) {
    this.common = common;
    this.decoder = (BilinearDecoder) common.decoder();
    this.columns = new DistinctNodes(common.nodeCount());
  }

  @Override
  public void draw(Pairs pairs, int links, RandomKey key) {
    known = pairs.known(common.known());
    columns.clear();
    switch (common.spec().negatives()) {
      case ALL -> Arrays.stream(common.candidates()).forEach(columns::row);
      case UNIFORM, DEGREE -> {
        for (int j = 0; j < common.spec().count(); j++) {
          columns.row(common.negatives().draw(key, j));
        }
      }
      case IN_BATCH -> {} // the tails, once they are found
    }
  }

  @Override
  public void forEachNegative(IntConsumer sink) {
    for (int column = 0; column < columns.count(); column++) {
      sink.accept(columns.node(column));
    }
  }

  @Override
  public void request(Pairs pairs, int links, DistinctNodes rows) {
    heads = new int[links];
    tails = new int[links];
    relations = new int[links];
    for (int i = 0; i < links; i++) {
      heads[i] = rows.row(pairs.head(i));
      tails[i] = rows.row(pairs.tail(i));
      relations[i] = pairs.relation(i);
    }
    if (common.spec().negatives() == LinkSpec.Source.IN_BATCH) {
      for (int i = 0; i < links; i++) {
        columns.row(pairs.tail(i));
      }
    }
    others = new int[columns.count()];
    Arrays.setAll(others, column -> rows.row(columns.node(column)));
    fillMask(pairs);
  }

  /** The elements of the last batch are cleared one by one: most of the mask stays zero. */
  private void fillMask(Pairs pairs) {
    for (int i = 0; i < maskedCount; i++) {
      mask.setAtIndex(JAVA_FLOAT, masked[i], 0);
    }
    maskedCount = 0;
    long elements = (long) heads.length * others.length;
    if (mask.byteSize() < elements * Float.BYTES) {
      mask = Arena.ofAuto().allocate(JAVA_FLOAT, elements + elements / 4);
    }
    for (int i = 0; i < heads.length; i++) {
      long row = (long) i * others.length;
      hide(row, pairs.tail(i));
      known.forEachTail(pairs.head(i), relations[i], tail -> hide(row, tail));
    }
  }

  private void hide(long row, int tail) {
    int column = columns.find(tail);
    if (column >= 0) {
      if (maskedCount == masked.length) {
        masked = Arrays.copyOf(masked, 16 + 2 * maskedCount);
      }
      mask.setAtIndex(JAVA_FLOAT, row + column, NEVER);
      masked[maskedCount++] = row + column;
    }
  }

  @Override
  public BatchLoss objective(Workspace memory, long batchSeeds) {
    headRows = common.ints(heads, memory);
    tailRows = common.ints(tails, memory);
    relationOf = common.ints(relations, memory);
    otherRows = common.ints(others, memory);
    maskOnDevice = memory.matrix(heads.length, others.length);
    common.backend().upload(mask.asSlice(0, maskOnDevice.packedBytes()), maskOnDevice);
    if (common.spec().loss() == LinkSpec.Loss.SOFTMAX) {
      return new BatchLoss.OneLabel(common.ints(new int[heads.length], memory), 1f / batchSeeds);
    }
    Matrix targets = memory.matrix(heads.length, 1 + others.length);
    common.backend().kernels().fill(0, targets);
    common.backend().kernels().fill(1, targets.columnsView(0, 1));
    return new BatchLoss.ManyLabels(targets, (float) (1.0 / batchSeeds / (1 + others.length)));
  }

  @Override
  public Var decode(Tape tape, Var rows) {
    Var queries = decoder.queries(rows.gather(headRows), relationOf).retain();
    Var own = decoder.meet(queries, rows.gather(tailRows));
    Var scores = queries.matmulTransposed(rows.gather(otherRows));
    return own.concat(scores.add(tape.constant(maskOnDevice)));
  }
}
