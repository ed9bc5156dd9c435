/** Where tensors and graphs meet: batches, models, training. */
module dev.atoll.train {
  requires transitive dev.atoll.comm;
  requires transitive dev.atoll.graph;
  requires transitive dev.atoll.tensor;
  requires com.fasterxml.jackson.databind;
  requires jdk.management;

  exports dev.atoll.train;
  exports dev.atoll.train.batch;
  exports dev.atoll.train.cost;
  exports dev.atoll.train.dag;
  exports dev.atoll.train.exchange;
  exports dev.atoll.train.explain;
  exports dev.atoll.train.feature;
  exports dev.atoll.train.link;
  exports dev.atoll.train.model;
  exports dev.atoll.train.sample;
  exports dev.atoll.train.schedule;

  opens dev.atoll.train to
      com.fasterxml.jackson.databind;
  opens dev.atoll.train.cost to
      com.fasterxml.jackson.databind;
  opens dev.atoll.train.explain to
      com.fasterxml.jackson.databind;
  opens dev.atoll.train.schedule to
      com.fasterxml.jackson.databind;
}
