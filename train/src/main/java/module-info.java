/** Where tensors and graphs meet: batches, models, training. */
module dev.atoll.train {
  requires transitive dev.atoll.graph;
  requires transitive dev.atoll.tensor;
  requires com.fasterxml.jackson.databind;
  requires jdk.management;

  exports dev.atoll.train;
  exports dev.atoll.train.batch;
  exports dev.atoll.train.model;
}
