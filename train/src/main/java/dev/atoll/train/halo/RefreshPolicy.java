package dev.atoll.train.halo;

/**
 * When a worker sends its rows anew. Whoever does not hear from it goes on with what came last: the
 * skipped broadcasts of SANCUS.
 */
public sealed interface RefreshPolicy {
  /** In every epoch. */
  record Always() implements RefreshPolicy {}

  /** All workers together, when what they sent last is older than so many epochs. */
  record EpochFixed(int epochs) implements RefreshPolicy {
    public EpochFixed {
      checkBound(epochs);
    }
  }

  /**
   * One after the other: every worker calls the first one whose rows are older than so many epochs.
   */
  record EpochAdaptive(int epochs) implements RefreshPolicy {
    public EpochAdaptive {
      checkBound(epochs);
    }
  }

  /** When the rows have moved by more than this share of their norm since they were sent. */
  record VariationGap(double share) implements RefreshPolicy {
    public VariationGap {
      checkBound(share);
    }
  }

  /** As {@link VariationGap} for every reader by itself: rows go to those for whom they moved. */
  record PeerGap(double share) implements RefreshPolicy {
    /** A worker tells its readers in the bits of one number. */
    public static final int MOST_WORKERS = Long.SIZE;

    public PeerGap {
      checkBound(share);
    }
  }

  /** Rows in every epoch, their gradients as {@link EpochFixed}. */
  record SkipGradient(int epochs) implements RefreshPolicy {
    public SkipGradient {
      checkBound(epochs);
    }
  }

  private static void checkBound(double bound) {
    if (!(bound >= 0)) {
      throw new IllegalArgumentException("exchange.bound=" + bound + ": expected 0 or more");
    }
  }
}
