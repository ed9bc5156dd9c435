package dev.atoll.train.sampling.dgs.explain;

/** The masks of a worker: one over its remote nodes, one over feature columns. */
record Masks(Mask nodes, Mask columns) {
  static Masks open(ExplainSpec spec, int nodes, int columns) {
    return new Masks(Mask.open(spec.nodeGoal(), nodes), Mask.open(spec.columnGoal(), columns));
  }
}
