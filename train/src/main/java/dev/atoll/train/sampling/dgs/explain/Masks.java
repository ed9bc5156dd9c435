package dev.atoll.train.sampling.dgs.explain;

/** The masks of a worker: one over its remote nodes, one over feature columns. */
record Masks(Mask nodes, Mask columns) {}
