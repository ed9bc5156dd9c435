package dev.atoll.comm;

/** A collective that runs asynchronously. */
public interface CollectiveFuture {
  /** Returns when the collective is complete; throws the exception it failed with. */
  void await();
}
