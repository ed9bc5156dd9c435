package dev.atoll.train.evaluate;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.train.cost.JsonCollectives;
import dev.atoll.train.event.Evaluation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Gathers the outputs of all workers on the first one, which evaluates them and broadcasts the
 * scores: for pairs, whose two ends may be anywhere.
 */
public final class GatheringEvaluator implements Evaluator {
  private static final int LEAD = 0;

  private final Communicator workers;
  private final PartitionBook book;
  private final int classes;
  private final Evaluator scorer;

  /**
   * @param scorer scores all nodes in the order of parts; called only on the first worker
   */
  public GatheringEvaluator(
      Communicator workers, PartitionBook book, int classes, Evaluator scorer) {
    this.workers = workers;
    this.book = book;
    this.classes = classes;
    this.scorer = scorer;
  }

  @Override
  public Evaluation score(MemorySegment logits) {
    boolean lead = workers.rank() == LEAD;
    try (Arena passing = Arena.ofShared()) {
      long bytes = (long) book.nodeCount() * classes * Float.BYTES;
      MemorySegment all = passing.allocate(lead ? Math.max(1, bytes) : 1, Float.BYTES);
      var out = new MemorySegment[workers.size()];
      var in = new MemorySegment[workers.size()];
      Arrays.fill(out, MemorySegment.NULL);
      Arrays.fill(in, MemorySegment.NULL);
      out[LEAD] = logits;
      for (int part = 0; lead && part < in.length; part++) {
        in[part] = all.asSlice(elements(book.first(part)), elements(book.coreCount(part)));
      }
      workers.allToAll(Purpose.CONTROL, out, in);
      return JsonCollectives.broadcast(workers, LEAD, () -> scorer.score(all), Evaluation.class);
    }
  }

  private long elements(long nodes) {
    return nodes * classes * Float.BYTES;
  }
}
