package dev.atoll.train.batch.sampled;

import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.loop.SmallWorld;
import dev.atoll.train.placement.BatchStore;
import dev.atoll.train.schedule.SamplingDag;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.FeatureStoreContract;
import dev.atoll.train.store.StoreRanks;
import java.util.List;
import java.util.stream.LongStream;

/** Rows that two branches have fetched: between them, of all nodes. */
class DrawnNodesContractTest extends FeatureStoreContract {
  @Override
  protected void onEveryReader(Body body) {
    StoreRanks.run(
        true,
        (store, _, _) -> {
          try (Dataset world = SmallWorld.of(NODES, WIDTH, false);
              Backend cpu = CpuBackend.open(1);
              Workspace memory = cpu.newWorkspace();
              Branch even = branch(world, store, memory);
              Branch odd = branch(world, store, memory)) {
            fetch(even, 0);
            fetch(odd, 1);
            var drawn = new DrawnNodes(List.of(even, odd), NODES);
            drawn.list();
            body.accept(drawn.store());
          }
        });
  }

  private Branch branch(Dataset world, FeatureStore store, Workspace memory) {
    return new Branch(
        new FusedSampler(LocalNeighbors.of(world.graph()).withThreads(1), Fanouts.of(1)),
        () -> BatchStore.of(store),
        width -> new BatchRows.Dense(memory, width, 0),
        true,
        this::degree,
        0);
  }

  private static void fetch(Branch branch, int remainder) {
    var dag =
        SamplingDag.<Branch>compose()
            .seeds(
                "seeds",
                b ->
                    b.begin(
                        LongStream.range(0, NODES).filter(v -> v % 2 == remainder).toArray(),
                        RandomKey.ofSeed(5)));
    List<String> ends = Branch.compose(dag, b -> b, "", 1, false, "seeds");
    dag.join("join", Branch::complete, ends)
        .build()
        .stages()
        .forEach(stage -> stage.body().accept(branch));
  }

  @Override
  protected int degree(int node) {
    return StoreRanks.degree(node);
  }
}
