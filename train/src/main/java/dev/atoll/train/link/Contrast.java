package dev.atoll.train.link;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.link.KnownLinks;
import dev.atoll.graph.link.Negatives;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.Objective;
import dev.atoll.train.model.Decoder;
import java.lang.foreign.MemorySegment;

/** What the links of a batch are told from: room for one batch, used again. */
sealed interface Contrast permits OwnNegatives, SharedNegatives {
  /**
   * What all batches of a worker have in common.
   *
   * @param known links that are no negatives
   * @param candidates nodes that may be the tail of a link
   */
  record Common(
      LinkSpec spec,
      KnownLinks known,
      Negatives negatives,
      int[] candidates,
      Decoder decoder,
      int nodeCount,
      Backend backend) {
    Contrast contrast() {
      return spec.isShared() ? new SharedNegatives(this) : new OwnNegatives(this);
    }

    /** Takes numbers to the device. */
    Buffer ints(int[] cells, Workspace memory) {
      Buffer buffer = memory.buffer(DType.I32, cells.length);
      backend.upload(MemorySegment.ofArray(cells), buffer);
      return buffer;
    }
  }

  /** Draws negatives for the first links of some pairs, and asks for the rows of all their ends. */
  void draw(Pairs pairs, int links, WantedRows rows, RandomKey key);

  /** The loss of what {@link #decode} gives. */
  Objective objective(Workspace memory, long batchSeeds);

  /**
   * Scores of links and negatives.
   *
   * @param rows prepared for the decoder
   */
  Var decode(Tape tape, Var rows);
}
