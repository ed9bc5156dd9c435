/** Where tensors and graphs meet: batches, models, training. */
module dev.atoll.train {
  requires transitive dev.atoll.graph;
  requires transitive dev.atoll.tensor;

  exports dev.atoll.train;
}
