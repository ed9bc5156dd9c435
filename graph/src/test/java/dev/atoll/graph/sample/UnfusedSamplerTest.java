package dev.atoll.graph.sample;

class UnfusedSamplerTest extends SamplerContract {
  UnfusedSamplerTest() {
    super(UnfusedSampler::new);
  }
}
