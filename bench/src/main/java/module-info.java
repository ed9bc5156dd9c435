/** JMH benchmarks; not shipped. */
module dev.atoll.bench {
  requires dev.atoll.graph;
  requires dev.atoll.tensor;
  requires dev.atoll.train;
  requires jmh.core;

  exports dev.atoll.bench;
}
