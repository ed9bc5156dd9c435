/** JMH benchmarks; not shipped. */
module dev.atoll.bench {
  requires dev.atoll.train;
  requires jmh.core;
}
