package dev.atoll.graph.sample;

class FusedSamplerTest extends SamplerContract {
  FusedSamplerTest() {
    super(FusedSampler::new);
  }
}
