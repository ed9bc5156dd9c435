package dev.atoll.train.halo.sancus;

/** The measure of a change of embeddings. */
public enum GapNorm {
  /** The norm of the change as a share of the norm before it. */
  RELATIVE {
    @Override
    double of(double change, double norm) {
      return norm == 0 ? 0 : change / norm;
    }

    @Override
    boolean exceeds(double most, double change, double norm) {
      return change > most * norm;
    }
  },
  /** The norm of the change, as SANCUS defines it. */
  ABSOLUTE {
    @Override
    double of(double change, double norm) {
      return change;
    }

    @Override
    boolean exceeds(double most, double change, double norm) {
      return change > most;
    }
  };

  /** The gap of a change. */
  abstract double of(double change, double norm);

  /** Whether the gap of a change is larger than a bound. */
  abstract boolean exceeds(double most, double change, double norm);
}
