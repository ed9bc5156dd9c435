package dev.atoll.train.sampling.dgs.explain;

/**
 * The masks of a worker: one over its remote nodes, one over feature columns.
 *
 * @param steps that Adam has taken
 */
record Masks(Mask nodes, Mask columns, int steps) {
  static Masks open(int nodes, int columns) {
    return new Masks(Mask.open(nodes), Mask.open(columns), 0);
  }
}
