package dev.atoll.graph.cluster;

import dev.atoll.graph.RandomKey;

/** Divides the nodes of a graph into batches whose nodes choose their labels at the same time. */
public interface Batches {
  /** The number of batches. */
  int count();

  /** The number of slots of a batch. */
  int slots(int batch);

  /** The node in a slot, or −1 when the slot is empty. */
  int node(int batch, int slot);

  /**
   * Batches that take one node of every run of {@value Interleaved#BATCHES} consecutive ones:
   * almost every node sees the labels that its neighbours have just chosen.
   *
   * @param salt shuffles every run differently
   * @param first the batch to begin with
   */
  static Batches interleaved(int nodes, int salt, int first) {
    return new Interleaved(nodes, salt, first);
  }

  /** Random batches, each in ascending order of its nodes. */
  static Batches hashed(int nodes) {
    return Hashed.of(nodes);
  }

  /** Implements {@link #interleaved}. */
  record Interleaved(int nodes, int salt, int first) implements Batches {
    /** A power of two: {@link #node} permutes a run by exclusive or. */
    public static final int BATCHES = 16;

    @Override
    public int count() {
      return BATCHES;
    }

    @Override
    public int slots(int batch) {
      return Math.ceilDiv(nodes, BATCHES);
    }

    @Override
    public int node(int batch, int slot) {
      int turn = (slot * 0x9E3779B9 + salt) >>> 28;
      int node = slot * BATCHES + ((first + batch) % BATCHES ^ turn);
      return node < nodes ? node : -1;
    }
  }

  /** Implements {@link #hashed}. */
  final class Hashed implements Batches {
    private static final int BATCHES = 8;
    private final int[][] batches;

    private Hashed(int[][] batches) {
      this.batches = batches;
    }

    static Hashed of(int nodes) {
      int[] counts = new int[BATCHES];
      for (int node = 0; node < nodes; node++) {
        counts[batchOf(node)]++;
      }
      int[][] batches = new int[BATCHES][];
      for (int batch = 0; batch < BATCHES; batch++) {
        batches[batch] = new int[counts[batch]];
      }
      for (int node = nodes - 1; node >= 0; node--) {
        int batch = batchOf(node);
        batches[batch][--counts[batch]] = node;
      }
      return new Hashed(batches);
    }

    private static int batchOf(int node) {
      return (int) Long.remainderUnsigned(RandomKey.mix(node + 1L), BATCHES);
    }

    @Override
    public int count() {
      return BATCHES;
    }

    @Override
    public int slots(int batch) {
      return batches[batch].length;
    }

    @Override
    public int node(int batch, int slot) {
      return batches[batch][slot];
    }
  }
}
