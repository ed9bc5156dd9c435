package dev.atoll.train.link;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.parallel.Parallel;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.model.decode.BilinearDecoder;
import dev.atoll.train.model.decode.Decoder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** The decoder's scores of pairs, from the embeddings of all nodes; in tiles of bounded memory. */
public final class PairScores implements AutoCloseable {
  private static final int PAIRS = 1 << 15;
  private static final int TILE_ELEMENTS = 1 << 23;

  private final Backend backend;
  private final Decoder decoder;
  private final Workspace kept;
  private final Workspace passing;
  private final Matrix rows;

  /**
   * @param elements one row per node in the dataset's own order, tightly packed
   */
  public PairScores(
      Backend backend, Decoder decoder, MemorySegment elements, int nodes, int width) {
    this.backend = backend;
    this.decoder = decoder;
    this.kept = backend.newWorkspace();
    this.passing = backend.newWorkspace();
    Matrix raw = kept.matrix(nodes, width);
    backend.upload(elements, raw);
    Tape tape = Tape.inference(backend.kernels(), kept);
    this.rows = decoder.prepare(tape.constant(raw)).value();
  }

  /** Receives the scores of one query with every candidate. */
  @FunctionalInterface
  interface Scored {
    /**
     * Receives one query.
     *
     * @param scores of this query and others
     * @param from the index of this query's first score
     */
    void accept(int query, float[] scores, int from);
  }

  /** The outputs of pairs, pair after pair. */
  public float[] of(int[] heads, int[] tails, int[] relations, int outputs) {
    float[] scores = new float[Math.multiplyExact(heads.length, outputs)];
    for (int from = 0; from < heads.length; from += PAIRS) {
      int to = Math.min(heads.length, from + PAIRS);
      passing.reset();
      var tape = Tape.inference(backend.kernels(), passing);
      Var all = tape.constant(rows);
      Var tile =
          decoder.pairs(
              all.gather(ints(heads, from, to)),
              all.gather(ints(tails, from, to)),
              ints(relations, from, to));
      download(tile.value(), scores, from * outputs);
    }
    return scores;
  }

  /** Every query with every candidate, as many queries at a time as fit. */
  void matrix(int[] heads, int[] relations, int[] candidates, Scored into) {
    int perTile = Math.clamp(TILE_ELEMENTS / Math.max(1, candidates.length), 1, 4096);
    float[] scores = new float[Math.multiplyExact(perTile, candidates.length)];
    for (int from = 0; from < heads.length; from += perTile) {
      int to = Math.min(heads.length, from + perTile);
      tile(heads, relations, candidates, from, to, scores);
      int first = from;
      Parallel.forEach(
          backend.parallelism(),
          to - from,
          i -> into.accept(first + i, scores, i * candidates.length));
    }
  }

  private void tile(
      int[] heads, int[] relations, int[] candidates, int from, int to, float[] scores) {
    if (!(decoder instanceof BilinearDecoder bilinear)) {
      for (int query = from; query < to; query++) {
        int[] head = new int[candidates.length];
        int[] relation = new int[candidates.length];
        Arrays.fill(head, heads[query]);
        Arrays.fill(relation, relations[query]);
        float[] row = of(head, candidates, relation, 1);
        System.arraycopy(row, 0, scores, (query - from) * row.length, row.length);
      }
      return;
    }
    passing.reset();
    var tape = Tape.inference(backend.kernels(), passing);
    Var all = tape.constant(rows);
    Var queries = bilinear.queries(all.gather(ints(heads, from, to)), ints(relations, from, to));
    boolean everyNode = candidates.length == rows.rows();
    Var tails = everyNode ? all : all.gather(ints(candidates, 0, candidates.length));
    download(queries.matmulTransposed(tails).value(), scores, 0);
  }

  private Buffer ints(int[] elements, int from, int to) {
    Buffer buffer = passing.buffer(DType.I32, to - from);
    backend.upload(MemorySegment.ofArray(Arrays.copyOfRange(elements, from, to)), buffer);
    return buffer;
  }

  private void download(Matrix from, float[] into, int at) {
    try (Arena host = Arena.ofConfined()) {
      int elements = from.rows() * from.cols();
      MemorySegment packed = host.allocate(JAVA_FLOAT, elements);
      backend.download(from, packed);
      MemorySegment.copy(packed, JAVA_FLOAT, 0, into, at, elements);
    }
  }

  @Override
  public void close() {
    passing.close();
    kept.close();
  }
}
