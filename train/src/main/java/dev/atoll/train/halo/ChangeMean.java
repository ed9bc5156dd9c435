package dev.atoll.train.halo;

/** The mean of changes that were noted; single precision, as checkpoints save it. */
public final class ChangeMean {
  private float sum;
  private int count;

  /** Creates a mean of no changes. */
  public ChangeMean() {}

  public void add(double change) {
    sum += (float) change;
    count++;
  }

  /** The mean; 0 before anything was noted. */
  public double mean() {
    return count == 0 ? 0 : (double) sum / count;
  }

  public float sum() {
    return sum;
  }

  public int count() {
    return count;
  }

  /** Restores the sum and count of an interrupted run. */
  public void restore(float notedSum, int notedCount) {
    sum = notedSum;
    count = notedCount;
  }
}
