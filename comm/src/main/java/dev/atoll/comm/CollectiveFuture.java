package dev.atoll.comm;

/** A collective that runs asynchronously. */
public interface CollectiveFuture {
  /** A collective of nothing. */
  CollectiveFuture NONE =
      new CollectiveFuture() {
        @Override
        public void await() {}

        @Override
        public boolean isDone() {
          return true;
        }
      };

  /** Returns when the collective is complete; throws the exception it failed with. */
  void await();

  /** Whether {@link #await} returns, or throws, at once. */
  boolean isDone();
}
