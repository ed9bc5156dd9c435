package dev.atoll.graph.parallel;

import dev.atoll.graph.CsrGraph;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongUnaryOperator;

/**
 * A sparse product with the transposed graph: for every node u the sum of f(v) over its outgoing
 * edges u → v.
 *
 * <p>Rows hold in-neighbours, so sums are scattered. They are whole numbers: threads may add them
 * in any order and the result is the same, without reversing the graph first. Fractions are scaled
 * by {@link #ONE}.
 */
public final class OutgoingSums {
  /** The fixed-point representation of 1 in sums of fractions. */
  public static final double ONE = 0x1p32;

  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int CHUNK_ROWS = 2048;

  private OutgoingSums() {}

  /**
   * Adds up a value per target.
   *
   * @param valueOf the value of a target, not negative; rows of value 0 are skipped
   * @throws ArithmeticException when a sum exceeds 2⁶³ − 1
   */
  public static long[] of(CsrGraph graph, LongUnaryOperator valueOf, int threads) {
    long[] sums = new long[graph.nodeCount()];
    Parallel.forEachRange(
        threads,
        graph.nodeCount(),
        CHUNK_ROWS,
        (from, to) -> {
          for (long target = from; target < to; target++) {
            long value = valueOf.applyAsLong(target);
            if (value != 0) {
              addRow(graph, target, value, sums);
            }
          }
        });
    return sums;
  }

  private static void addRow(CsrGraph graph, long target, long value, long[] sums) {
    long end = graph.rowStart(target + 1);
    for (long edge = graph.rowStart(target); edge < end; edge++) {
      long before = (long) ELEMENT.getAndAdd(sums, graph.source(edge), value);
      if (before + value < before) {
        throw new ArithmeticException(
            "node %d: the sum over its outgoing edges exceeds 2^63 - 1"
                .formatted(graph.source(edge)));
      }
    }
  }
}
