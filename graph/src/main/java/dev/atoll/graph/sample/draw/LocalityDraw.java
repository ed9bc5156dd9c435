package dev.atoll.graph.sample.draw;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.RowSlice;
import dev.atoll.graph.memory.RawMemory;
import java.util.BitSet;
import java.util.function.DoubleSupplier;
import java.util.function.IntPredicate;

/**
 * Draws k of a row's d neighbours, preferred ones with s times the probability of others.
 *
 * <p>With c preferred neighbours and M = d / (s·c + d − c), a neighbour is drawn with probability
 * min(1, s·M·k/d) if it is preferred; the others share the rest equally. The number drawn is still
 * k, and 1/probability corrects sums. The number of preferred neighbours drawn is its expectation,
 * rounded up or down at random; within both groups draws are uniform: every probability is met
 * exactly.
 */
public final class LocalityDraw implements RowDraw {
  private static final int ROUNDING = 0;
  private static final int FAVOURED = 1;
  private static final int OTHERS = 2;

  private final RowSlice rows;
  private final IntPredicate favoured;
  private final DoubleSupplier scale;

  /**
   * @param scale asked for at every draw
   */
  public LocalityDraw(RowSlice rows, BitSet favoured, DoubleSupplier scale) {
    this.rows = rows;
    this.favoured = favoured::get;
    this.scale = scale;
  }

  @Override
  public void draw(long key, long row, int count, long[] into, int at, long corrections) {
    long start = rows.rowStart(row);
    int degree = (int) rows.inDegree(row);
    ChunkScratch scratch = ChunkScratch.ofThread();
    double favour = scale.getAsDouble();
    int near = favour == 1 || count == degree ? 0 : scratch.split(rows, start, degree, favoured);
    if (near == 0 || near == degree) {
      scratch.uniform.draw(key, start, degree, count, into, at);
      fill(corrections, 0, count, (double) degree / count);
      return;
    }
    int far = degree - near;
    double likely = Math.min(1, favour * count / (favour * near + far));
    int drawnNear = round(near * likely + RandomKey.unit(key, ROUNDING), count, near, far);
    int drawnFar = count - drawnNear;
    scratch.uniform.draw(RandomKey.childBits(key, FAVOURED), 0, near, drawnNear, into, at);
    scratch.uniform.draw(
        RandomKey.childBits(key, OTHERS), near, far, drawnFar, into, at + drawnNear);
    scratch.toPositions(start, into, at, count);
    fill(corrections, 0, drawnNear, 1 / likely);
    fill(corrections, drawnNear, drawnFar, far / (count - near * likely));
  }

  /** Clamped to the number that can be drawn, in spite of rounding. */
  private static int round(double number, int count, int near, int far) {
    return Math.clamp((long) number, Math.max(0, count - far), Math.min(near, count));
  }

  private static void fill(long corrections, int from, int count, double correction) {
    for (int i = 0; i < count; i++) {
      RawMemory.setFloat(corrections, from + i, (float) correction);
    }
  }
}
