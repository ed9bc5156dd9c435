package dev.atoll.train.link;

import dev.atoll.graph.Links;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.BatchLoss;
import dev.atoll.train.batch.sampled.SeedLoss;
import dev.atoll.train.model.decode.PairNetwork;
import java.lang.foreign.MemorySegment;
import java.util.function.LongUnaryOperator;

/** Seeds that are links to be classified: the loss of edge classification. */
final class EdgeSeeds implements SeedLoss {
  private final Links links;
  private final PairNetwork decoder;
  private final LongUnaryOperator number;
  private final Backend backend;
  private final DistinctNodes rows;
  private int[] heads = {};
  private int[] tails = {};
  private int[] kinds = {};
  private Buffer headRows;
  private Buffer tailRows;

  /**
   * @param number of a node after partitioning
   */
  EdgeSeeds(
      Links links, PairNetwork decoder, LongUnaryOperator number, int nodeCount, Backend backend) {
    this.links = links;
    this.decoder = decoder;
    this.number = number;
    this.backend = backend;
    this.rows = new DistinctNodes(nodeCount);
  }

  @Override
  public void begin(long[] seeds, int from, int to) {
    rows.clear();
    heads = new int[to - from];
    tails = new int[to - from];
    kinds = new int[to - from];
    for (int i = 0; i < heads.length; i++) {
      heads[i] = rows.row(links.head(seeds[from + i]));
      tails[i] = rows.row(links.tail(seeds[from + i]));
      kinds[i] = links.relation(seeds[from + i]);
    }
  }

  @Override
  public long[] nodes() {
    return rows.renumbered(number);
  }

  @Override
  public BatchLoss loss(long[] ids, Workspace memory, long batchSeeds) {
    headRows = ints(heads, memory);
    tailRows = ints(tails, memory);
    return new BatchLoss.OneLabel(ints(kinds, memory), 1f / batchSeeds);
  }

  private Buffer ints(int[] elements, Workspace memory) {
    Buffer buffer = memory.buffer(DType.I32, elements.length);
    backend.upload(MemorySegment.ofArray(elements), buffer);
    return buffer;
  }

  @Override
  public Var decode(Tape tape, Var nodes) {
    nodes.retain();
    return decoder.pairs(nodes.gather(headRows), nodes.gather(tailRows), null);
  }
}
