package dev.atoll.train.link;

import dev.atoll.train.metric.Metrics;

/** The places of the largest of some numbers. */
final class TopK {
  private TopK() {}

  /** The largest first; of equal ones the first. None may be NaN. */
  static int[] of(float[] cells, int from, int count, int wanted) {
    int[] best = new int[Math.min(wanted, count)];
    int found = 0;
    for (int i = 0; i < count; i++) {
      float cell = Metrics.requireNumber(cells[from + i]);
      if (found == best.length && cell <= cells[from + best[found - 1]]) {
        continue;
      }
      int at = found < best.length ? found++ : found - 1;
      for (; at > 0 && cells[from + best[at - 1]] < cell; at--) {
        best[at] = best[at - 1];
      }
      best[at] = i;
    }
    return best;
  }
}
