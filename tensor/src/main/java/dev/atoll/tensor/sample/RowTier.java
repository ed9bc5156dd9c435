package dev.atoll.tensor.sample;

/** The memories that a device's rows are read from, the nearest first. */
public enum RowTier {
  /** The device's own. */
  DEVICE,
  /** Host memory that the device reads by itself, over the bus. */
  PINNED,
  /** Other host memory: the host copies rows to memory that the device reads. */
  PAGEABLE
}
