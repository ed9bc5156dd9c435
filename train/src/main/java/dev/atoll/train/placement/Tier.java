package dev.atoll.train.placement;

/** A memory that a device reads rows from, the nearest first. */
public enum Tier {
  /** Its own buffer. */
  OWN,
  /** The buffer of a device of its group. */
  PEER,
  /** The host's memory, or the worker that owns the row. */
  HOST
}
