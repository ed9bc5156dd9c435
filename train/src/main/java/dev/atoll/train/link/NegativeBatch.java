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
import dev.atoll.train.batch.BatchLoss;
import dev.atoll.train.model.decode.Decoder;
import dev.atoll.train.plan.LinkSpec;
import java.lang.foreign.MemorySegment;
import java.util.function.IntConsumer;

/** Negative samples of a batch; the buffers are reused for later batches. */
sealed interface NegativeBatch permits NegativesPerLink, SharedNegatives {
  /** The parts that all batches of a worker share. */
  final class Common {
    private final LinkSpec spec;
    private final KnownLinks known;
    private final Negatives negatives;
    private final int[] candidates;
    private final Decoder decoder;
    private final int nodeCount;
    private final Backend backend;

    /**
     * The parts of a batch.
     *
     * @param known links that are never negatives
     * @param candidates nodes that may be the tail of a link
     */
    Common(
        LinkSpec spec,
        KnownLinks known,
        Negatives negatives,
        int[] candidates,
        Decoder decoder,
        int nodeCount,
        Backend backend) {
      this.spec = spec;
      this.known = known;
      this.negatives = negatives;
      this.candidates = candidates;
      this.decoder = decoder;
      this.nodeCount = nodeCount;
      this.backend = backend;
    }

    LinkSpec spec() {
      return spec;
    }

    KnownLinks known() {
      return known;
    }

    Negatives negatives() {
      return negatives;
    }

    int[] candidates() {
      return candidates;
    }

    Decoder decoder() {
      return decoder;
    }

    int nodeCount() {
      return nodeCount;
    }

    Backend backend() {
      return backend;
    }

    NegativeBatch contrast() {
      return spec.isShared() ? new SharedNegatives(this) : new NegativesPerLink(this);
    }

    /** Takes numbers to the device. */
    Buffer ints(int[] elements, Workspace memory) {
      Buffer buffer = memory.buffer(DType.I32, elements.length);
      backend.upload(MemorySegment.ofArray(elements), buffer);
      return buffer;
    }
  }

  /**
   * Draws negatives for the first links of some pairs, which depend only on their heads; may
   * request data from peers.
   */
  void draw(Pairs pairs, int links, RandomKey key);

  /** Receives the negatives that were drawn, in the dataset's numbers, some more than once. */
  void forEachNegative(IntConsumer sink);

  /** Requests the embeddings of all ends, after {@link #draw}, when tails are found. */
  void request(Pairs pairs, int links, DistinctNodes rows);

  /** The loss of the result of {@link #decode}. */
  BatchLoss objective(Workspace memory, long batchSeeds);

  /**
   * Scores of links and negatives.
   *
   * @param rows embeddings prepared for the decoder
   */
  Var decode(Tape tape, Var rows);
}
