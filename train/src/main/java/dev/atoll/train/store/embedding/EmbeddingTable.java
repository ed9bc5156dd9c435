package dev.atoll.train.store.embedding;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.store.DenseStoredRows;
import dev.atoll.train.store.OwnedRows;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** The learnable embeddings of the nodes that a worker owns, and their optimizer state. */
public final class EmbeddingTable {
  private static final int ROWS_PER_CHUNK = 1024;

  private final OwnedRows rows;
  private final Matrix values;
  private final RowOptimizer optimizer;
  private final List<Matrix> moments = new ArrayList<>();

  /**
   * The number of updates of each row, as a float: exact up to 2²⁴, beyond which it does not
   * matter.
   */
  private final Matrix steps;

  private final Matrix best;
  private final int threads;

  private EmbeddingTable(long first, Matrix values, EmbeddingSpec spec, int threads, Arena memory) {
    this.rows = OwnedRows.withoutDegrees(first, new DenseStoredRows(values));
    this.values = values;
    this.optimizer = RowOptimizer.of(spec);
    this.threads = threads;
    int count = values.rows();
    for (int i = 0; i < optimizer.moments(); i++) {
      moments.add(OwnedRows.matrix(count, spec.width(), memory));
    }
    this.steps = OwnedRows.matrix(count, 1, memory);
    this.best = OwnedRows.matrix(count, spec.width(), memory);
    saveBest();
  }

  /**
   * New rows for a shard's core nodes: uniform within {@code ±1/√width}, named by the dataset's
   * number of the node, so that they do not depend on the cut.
   */
  public static EmbeddingTable create(
      Shard shard,
      EmbeddingSpec spec,
      NodeNumbering numbering,
      RandomKey key,
      int threads,
      Arena memory) {
    long first = shard.book().first(shard.part());
    Matrix values = OwnedRows.matrix(shard.coreCount(), spec.width(), memory);
    double reach = 1 / Math.sqrt((double) spec.width());
    for (int i = 0; i < values.rows(); i++) {
      RandomKey node = key.child(numbering.original(first + i));
      for (int c = 0; c < values.cols(); c++) {
        float element = (float) ((2 * node.unit(c) - 1) * reach);
        values.data().set(JAVA_FLOAT, i * values.rowBytes() + (long) c * Float.BYTES, element);
      }
    }
    return new EmbeddingTable(first, values, spec, threads, memory);
  }

  public int width() {
    return values().cols();
  }

  int threads() {
    return threads;
  }

  OwnedRows rows() {
    return rows;
  }

  Matrix values() {
    return values;
  }

  /** The index of an own node in the table. */
  int row(int node) {
    return rows.row(node);
  }

  /** Moves every row that got a gradient, once. */
  void move(RowSums gradients) {
    Parallel.forEachRange(
        threads,
        gradients.count(),
        ROWS_PER_CHUNK,
        (from, to) -> {
          for (int slot = (int) from; slot < to; slot++) {
            move(gradients, slot);
          }
        });
  }

  private void move(RowSums gradients, int slot) {
    int row = gradients.row(slot);
    long at = row * steps.rowBytes();
    float step = steps.data().get(JAVA_FLOAT, at) + 1;
    steps.data().set(JAVA_FLOAT, at, step);
    optimizer.move(
        values(), moments, row, (int) step, gradients.elements(), gradients.offset(slot));
  }

  /** Saves the current rows as the best so far. */
  public void saveBest() {
    best.data().copyFrom(values().data());
  }

  /** Goes back to the best rows. */
  public void restoreBest() {
    values().data().copyFrom(best.data());
  }

  /** The state for checkpoints, by name. */
  public void forEachMatrix(BiConsumer<String, Matrix> action) {
    action.accept("rows", values());
    for (int i = 0; i < moments.size(); i++) {
      action.accept("moment" + (i + 1), moments.get(i));
    }
    action.accept("steps", steps);
    action.accept("best", best);
  }
}
