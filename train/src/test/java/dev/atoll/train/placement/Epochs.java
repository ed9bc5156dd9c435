package dev.atoll.train.placement;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.csr.CsrBuilder;
import dev.atoll.graph.csr.Storage;
import dev.atoll.graph.generate.Profile;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.graph.sample.SeedPlan;
import java.lang.foreign.Arena;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/** Epochs of sampled batches on a graph, to count what they read. */
record Epochs(CsrGraph graph, Fanouts fanouts, int batch) {
  static Epochs like(Profile profile, double scale, Fanouts fanouts, int batch) {
    var like = profile.scaled(scale, 1);
    var graph = new CsrBuilder(like.options(), 2).build(like.edges(), Storage.in(Arena.ofAuto()));
    return new Epochs(graph, fanouts, batch);
  }

  /** Training nodes: every node whose number is a multiple of {@code every}. */
  long[] train(int every) {
    return LongStream.range(0, graph.nodeCount()).filter(v -> v % every == 0).toArray();
  }

  void run(long[] train, int epoch, Consumer<SampledBatch> visitor) {
    try (var sampler = new FusedSampler(LocalNeighbors.of(graph), fanouts)) {
      run(sampler, train, epoch, visitor);
    }
  }

  void run(Sampler sampler, long[] train, int epoch, Consumer<SampledBatch> visitor) {
    RandomKey key = RandomKey.ofSeed(5).child(epoch);
    SeedPlan plan = SeedPlan.shuffled(train, batch, key);
    try (var into = SampledBatch.ofLayers(fanouts.layers())) {
      for (int step = 0; step < plan.steps(); step++) {
        sampler.sample(plan.seeds(), plan.from(step), plan.to(step), key.child(step), into);
        visitor.accept(into);
      }
    }
  }
}
