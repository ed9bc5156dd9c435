package dev.atoll.train.link;

import dev.atoll.train.metric.Metrics;

/** The indices of the k largest numbers. */
final class TopK {
  private TopK() {}

  /** The largest first; of equal ones the first. None may be NaN. */
  static int[] of(float[] scores, int from, int count, int wanted) {
    int[] best = new int[Math.min(wanted, count)];
    int found = 0;
    for (int i = 0; i < count; i++) {
      float score = Metrics.requireNumber(scores[from + i]);
      if (found == best.length && score <= scores[from + best[found - 1]]) {
        continue;
      }
      int at = found < best.length ? found++ : found - 1;
      for (; at > 0 && scores[from + best[at - 1]] < score; at--) {
        best[at] = best[at - 1];
      }
      best[at] = i;
    }
    return best;
  }
}
