package dev.atoll.tensor;

/** An element-wise function. */
public enum Activation {
  /** x */
  IDENTITY,
  /** max(0, x) */
  RELU,
  /** x where positive, eˣ − 1 elsewhere */
  ELU,
  /** x where positive, 0.2·x elsewhere: GAT's slope */
  LEAKY_RELU
}
