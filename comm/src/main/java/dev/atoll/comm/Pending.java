package dev.atoll.comm;

/** A collective that runs beside its caller. */
public interface Pending {
  /** Returns when it is done; throws what it failed with. */
  void await();
}
