package dev.atoll.train;

/** When batches are prepared. It changes when work is done, never its result. */
public sealed interface Schedule {
  /** Batches that may be under way beside the one being computed. */
  int ahead();

  /** A batch is prepared when the one before has been computed. */
  record Sequential() implements Schedule {
    @Override
    public int ahead() {
      return 0;
    }
  }

  /** So many batches are prepared while another is computed. */
  record Prefetch(int ahead) implements Schedule {
    public Prefetch {
      if (ahead < 1) {
        throw new IllegalArgumentException("schedule.depth=" + ahead + ": expected 1 or more");
      }
    }
  }

  /** So many batches ahead; none is {@link Sequential}. */
  static Schedule ahead(int batches) {
    return batches == 0 ? new Sequential() : new Prefetch(batches);
  }
}
