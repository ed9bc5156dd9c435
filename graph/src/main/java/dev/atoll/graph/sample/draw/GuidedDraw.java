package dev.atoll.graph.sample.draw;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.RowSlice;
import java.util.function.IntPredicate;

/**
 * Draws k of a row's d neighbours, fewer of them remote. With c remote neighbours, uniform draws
 * would take k·c/d remote ones; this draw takes
 *
 * <pre>
 *   R = k·max(0, c/d − ε),   not less than k − (d − c): the others must be local neighbours
 * </pre>
 *
 * rounded up or down at random. Local neighbours are drawn uniformly, remote ones systematically by
 * weight. Thus k are drawn as without bias, and every probability is known exactly: (k − R)/(d − c)
 * of a local neighbour, min(1, a·wᵢ) summing to R of a remote one. All picks have equal weight, as
 * published.
 */
public final class GuidedDraw implements RowDraw {
  private static final int ROUNDING = 0;
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;

  private final RowSlice rows;
  private final LocalBias guide;
  private final IntPredicate isLocal;

  public GuidedDraw(RowSlice rows, LocalBias guide) {
    this.rows = rows;
    this.guide = guide;
    this.isLocal = guide::isLocal;
  }

  @Override
  public boolean corrects() {
    return false;
  }

  @Override
  public void draw(long key, long row, int count, long[] into, int at, long corrections) {
    long start = rows.rowStart(row);
    int degree = (int) rows.inDegree(row);
    ChunkScratch scratch = ChunkScratch.ofThread();
    int near = count == degree ? 0 : scratch.split(rows, start, degree, isLocal);
    int far = degree - near;
    if (count == degree || near == 0 || far == 0) {
      scratch.uniform.draw(key, start, degree, count, into, at);
      return;
    }
    double expected = remoteDraws(count, near, far);
    int drawnFar = (int) (expected + RandomKey.unit(key, ROUNDING));
    int drawnNear = count - drawnFar;
    scratch.uniform.draw(RandomKey.childBits(key, LOCAL), 0, near, drawnNear, into, at);
    long remoteKey = RandomKey.childBits(key, REMOTE);
    if (guide.weights() != null && guide.isLocal(row + rows.firstRow())) {
      byWeight(remoteKey, start, near, far, expected, drawnFar, into, at + drawnNear);
    } else {
      scratch.uniform.draw(remoteKey, near, far, drawnFar, into, at + drawnNear);
    }
    scratch.toPositions(start, into, at, count);
  }

  /** The expected number of remote neighbours drawn. */
  private double remoteDraws(int count, int near, int far) {
    double share = (double) far / (near + far) - guide.deviation();
    return Math.clamp(count * share, Math.max(0, count - near), Math.min(far, count));
  }

  /** Draws from the positions after those of local neighbours. */
  private void byWeight(
      long key, long start, int near, int far, double expected, int count, long[] into, int at) {
    ChunkScratch scratch = ChunkScratch.ofThread();
    float[] weights = scratch.byWeight.begin(far);
    for (int i = 0; i < far; i++) {
      weights[i] = guide.weights().of(rows.source(start + scratch.position(near + i)));
    }
    scratch.byWeight.spread(expected);
    scratch.byWeight.draw(RandomKey.unit(key, 0), count, near, into, at);
  }
}
