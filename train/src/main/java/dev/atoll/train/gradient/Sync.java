package dev.atoll.train.gradient;

/** How the gradients of all workers become one. Both give the same bits. */
public enum Sync {
  /** Every worker sums a share and gives it to all, bucket by bucket, beside the backward pass. */
  ALL_REDUCE,
  /**
   * Every parameter has a server, to which workers push gradients and from which they pull sums.
   */
  PARAMETER_SERVER
}
