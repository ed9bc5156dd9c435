package dev.atoll.train.schedule;

/** When batches are prepared. It changes when work is done, never its result. */
public sealed interface Schedule {
  /** A batch is prepared when the one before has been computed. */
  record Sequential() implements Schedule {}

  /** So many batches are prepared while another is computed. */
  record Prefetch(int ahead) implements Schedule {
    public Prefetch {
      if (ahead < 1) {
        throw new IllegalArgumentException("schedule.depth=" + ahead + ": expected 1 or more");
      }
    }
  }

  /**
   * ByteGNN: a batch is launched when a score of CPU use, times and waiting batches says so, and
   * its tasks run by priority beside those of other batches.
   *
   * @param threshold σ: what the score must reach
   * @param most batches that may be launched and not yet computed
   */
  record TwoLevel(double threshold, int most) implements Schedule {
    public TwoLevel {
      if (!(threshold >= 0)) {
        throw new IllegalArgumentException(
            "schedule.threshold=" + threshold + ": expected 0 or more");
      }
      if (most < 2) {
        throw new IllegalArgumentException(
            "schedule.most=%d: expected at least 2 batches, one to compute and one to make"
                .formatted(most));
      }
    }
  }

  /** So many batches ahead; none is {@link Sequential}. */
  static Schedule ahead(int batches) {
    return batches == 0 ? new Sequential() : new Prefetch(batches);
  }
}
