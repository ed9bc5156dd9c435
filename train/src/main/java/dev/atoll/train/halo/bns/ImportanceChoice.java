package dev.atoll.train.halo.bns;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.comm.Purpose;
import dev.atoll.graph.RandomKey;
import dev.atoll.train.halo.BoundaryGraph;
import dev.atoll.train.halo.HaloPlan;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Draws every node with a probability of its own. Readers know how they weigh a node and send its
 * owner the probabilities once, before training.
 */
final class ImportanceChoice implements BoundaryDraw.NodeChoice {
  private static final int MOST_ROUNDS = 64;

  private final int rank;

  /** The probabilities of each owner's halo nodes. */
  private final float[][] ofHalo;

  /** The probabilities of the boundary nodes that each peer reads. */
  private final float[][] ofBoundary;

  private ImportanceChoice(int rank, float[][] ofHalo, float[][] ofBoundary) {
    this.rank = rank;
    this.ofHalo = ofHalo;
    this.ofBoundary = ofBoundary;
  }

  /** Computes the probabilities. All workers call it together. */
  static ImportanceChoice agree(BoundaryGraph graph, double rate) {
    HaloPlan all = graph.halo();
    float[] norms = columnNorms(graph);
    float[][] read = new float[all.workers()][];
    var out = new MemorySegment[all.workers()];
    for (int owner = 0; owner < read.length; owner++) {
      int from = all.haloStart(owner);
      read[owner] =
          probabilities(Arrays.copyOfRange(norms, from, from + all.haloCount(owner)), rate);
      out[owner] = MemorySegment.ofArray(read[owner]);
    }
    float[][] given = new float[all.workers()][];
    graph
        .workers()
        .exchange(Purpose.CONTROL, out, (peer, elements) -> given[peer] = floats(elements));
    return new ImportanceChoice(graph.workers().rank(), read, given);
  }

  /** Creates a choice for one reader and one set of nodes. */
  static ImportanceChoice alone(float[] norms, double rate) {
    float[][] probabilities = {probabilities(norms, rate)};
    return new ImportanceChoice(0, probabilities, probabilities);
  }

  private static float[] floats(MemorySegment elements) {
    float[] floats = new float[(int) (elements.byteSize() / Float.BYTES)];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = elements.get(JAVA_FLOAT_UNALIGNED, (long) i * Float.BYTES);
    }
    return floats;
  }

  /** The norm of every halo node's column in a mean over neighbours. */
  private static float[] columnNorms(BoundaryGraph graph) {
    double[] squares = new double[graph.halo().haloCount()];
    long[] start = graph.edgeStart();
    int[] source = graph.edgeSource();
    for (int row = 0; row < graph.core(); row++) {
      double weight = 1.0 / Math.max(1, start[row + 1] - start[row]);
      for (int e = (int) start[row]; e < start[row + 1]; e++) {
        if (source[e] >= graph.core()) {
          squares[source[e] - graph.core()] += weight * weight;
        }
      }
    }
    float[] norms = new float[squares.length];
    for (int i = 0; i < norms.length; i++) {
      norms[i] = (float) Math.sqrt(squares[i]);
    }
    return norms;
  }

  /** Probabilities in proportion to norms, each at most 1, with the sum {@code rate · count}. */
  static float[] probabilities(float[] norms, double rate) {
    float[] probabilities = new float[norms.length];
    double expected = rate * norms.length;
    boolean[] certain = new boolean[norms.length];
    for (int round = 0; round < MOST_ROUNDS; round++) {
      double sum = 0;
      int sure = 0;
      for (int i = 0; i < norms.length; i++) {
        sum += certain[i] ? 0 : norms[i];
        sure += certain[i] ? 1 : 0;
      }
      double factor = sum > 0 ? Math.max(0, expected - sure) / sum : 0;
      boolean more = false;
      for (int i = 0; i < norms.length; i++) {
        double share = certain[i] ? 1 : factor * norms[i];
        if (share > 1) {
          certain[i] = true;
          more = true;
        }
        probabilities[i] = (float) Math.min(1, share);
      }
      if (!more) {
        break;
      }
    }
    return probabilities;
  }

  @Override
  public int[] draw(
      int reader, int owner, BoundaryDraw.Nodes nodes, RandomKey key, float[] weights) {
    float[] probabilities = reader == rank ? ofHalo[owner] : ofBoundary[reader];
    return NodeDraw.independently(nodes, i -> probabilities[i], key, weights);
  }

  @Override
  public long heldBytes() {
    long elements = 0;
    for (int peer = 0; peer < ofHalo.length; peer++) {
      elements += ofHalo[peer].length + ofBoundary[peer].length;
    }
    return elements * Float.BYTES;
  }
}
