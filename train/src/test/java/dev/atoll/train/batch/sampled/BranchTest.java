package dev.atoll.train.batch.sampled;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborPicks;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.SampledBlock;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.loop.SmallWorld;
import dev.atoll.train.placement.BatchStore;
import dev.atoll.train.schedule.Pipeline;
import dev.atoll.train.schedule.SamplingDag;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.schedule.WorkerThreads;
import dev.atoll.train.schedule.twolevel.TwoLevel;
import dev.atoll.train.store.FeatureRead;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.RowSink;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Users' own DAGs: the unsupervised one of three branches, with functions of their own. */
class BranchTest {
  private static final int LAYERS = 2;
  private static final int STEPS = 24;
  private static final RandomKey KEY = RandomKey.ofSeed(11);

  private final Dataset world = SmallWorld.of(false);
  private final CsrGraph graph = world.graph();
  private final Backend cpu = CpuBackend.open(1);

  @AfterEach
  void close() {
    cpu.close();
    world.close();
  }

  /** The row of a node is its number, twice. */
  private static final class Numbers implements FeatureStore {
    @Override
    public int width() {
      return 2;
    }

    @Override
    public void gather(FeatureRead read, Runnable meanwhile) {
      Matrix into = ((RowSink.Dense) read.into()).matrix();
      for (int i = 0; i < read.count(); i++) {
        int node = read.node(i);
        into.data().set(JAVA_FLOAT, i * into.rowBytes(), node);
        into.data().set(JAVA_FLOAT, i * into.rowBytes() + Float.BYTES, 2 * node);
        if (read.withDegrees()) {
          read.degrees()[i] = node + 1;
        }
      }
    }
  }

  private Branch branch(Workspace memory, long fewCells) {
    return new Branch(
        new FusedSampler(LocalNeighbors.of(graph).withThreads(1), Fanouts.of(4, 3)),
        () -> BatchStore.of(new Numbers()),
        width -> new BatchRows.Dense(memory, width, 0),
        true,
        node -> (int) graph.inDegree(node),
        fewCells);
  }

  /** Branches of seeds, of a positive near each, and of distant negatives. */
  private final class Triple {
    final Workspace memory = cpu.newWorkspace();
    final Branch seeds = branch(memory, 0);
    final Branch positives = branch(cpu.newWorkspace(), 20); // the first piece goes with the second
    final Branch negatives = branch(cpu.newWorkspace(), 1 << 16);
    int step;

    void drawSeeds() {
      memory.reset();
      seeds.begin(LongStream.range(0, 7).map(i -> (31 * i + step) % 240).toArray(), key());
    }

    void drawPositives() {
      positives.begin(LongStream.range(0, 7).map(i -> (31 * i + step + 4) % 240).toArray(), key());
    }

    void drawNegatives() {
      negatives.begin(new long[] {(step + 100) % 240, (step + 150) % 240}, key());
    }

    RandomKey key() {
      return KEY.child(step);
    }

    void complete() {
      all().forEach(Branch::complete);
    }

    Stream<Branch> all() {
      return Stream.of(seeds, positives, negatives);
    }
  }

  private static SamplingDag<Triple> dag(boolean byHop) {
    var dag =
        SamplingDag.<Triple>compose()
            .seeds("seeds", Triple::drawSeeds)
            .positives("positives", Triple::drawPositives, _ -> 7, "seeds")
            .negatives("negatives", Triple::drawNegatives, _ -> 2, "seeds");
    List<String> ends = new ArrayList<>();
    ends.addAll(Branch.compose(dag, t -> t.seeds, "seed ", LAYERS, byHop, "seeds"));
    ends.addAll(Branch.compose(dag, t -> t.positives, "positive ", LAYERS, byHop, "positives"));
    ends.addAll(Branch.compose(dag, t -> t.negatives, "negative ", LAYERS, byHop, "negatives"));
    return dag.join("triple", Triple::complete, ends).build();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void threeBranchesAreTheSameUnderEverySchedule(boolean byHop) {
    List<List<Object>> expected = run(Schedule.ahead(0), false);
    assertEquals(expected, run(Schedule.ahead(0), byHop));
    assertEquals(expected, run(Schedule.ahead(3), byHop));
    assertEquals(expected, run(new TwoLevel(100, 6), byHop));
  }

  private List<List<Object>> run(Schedule schedule, boolean byHop) {
    List<List<Object>> seen = new ArrayList<>();
    try (Pipeline<Triple> pipeline =
        schedule.open(dag(byHop), Triple::new, (_, _, _, _) -> {}, new WorkerThreads(0, 3))) {
      pipeline.begin((step, triple) -> triple.step = step, 0, STEPS);
      for (int step = 0; step < STEPS; step++) {
        seen.add(pipeline.take(step).all().<Object>map(BranchTest::content).toList());
      }
      pipeline.slots().forEach(triple -> triple.all().forEach(Branch::close));
    }
    return seen;
  }

  private static List<Object> content(Branch branch) {
    SampledBatch sampled = branch.sampled();
    List<Object> content = new ArrayList<>();
    content.add(Arrays.toString(sampled.nodes().toArray(JAVA_INT)));
    for (int layer = 0; layer < LAYERS; layer++) {
      content.add(Arrays.toString(sampled.block(layer).column().toArray(JAVA_INT)));
      content.add(Arrays.toString(sampled.block(layer).rowStart().toArray(JAVA_LONG)));
    }
    Matrix rows = branch.rows();
    for (int row = 0; row < rows.rows(); row++) {
      int node = sampled.nodes().getAtIndex(JAVA_INT, row);
      assertEquals(2f * node, rows.data().get(JAVA_FLOAT, row * rows.rowBytes() + Float.BYTES));
      assertEquals(node + 1, branch.degrees()[row]);
    }
    return content;
  }

  /** The fetch of hop 0 waits for hop 1 to begin: it comes to an end only beside it. */
  @Test
  @Timeout(180)
  void aHopIsFetchedBesideTheNextHop() {
    var nextHop = new CountDownLatch(1);
    LocalNeighbors local = LocalNeighbors.of(graph).withThreads(1);
    var sampler = new FusedSampler(List.of(local, new Told(local, nextHop)), Fanouts.of(4, 3));
    var waiting = new AtomicInteger();
    try (Workspace memory = cpu.newWorkspace();
        var branch =
            new Branch(
                sampler,
                () -> BatchStore.of(new Waiting(waiting.getAndIncrement() == 1, nextHop)),
                width -> new BatchRows.Dense(memory, width, 0),
                false,
                _ -> 1,
                0)) {
      var dag =
          SamplingDag.<Branch>compose().seeds("seeds", b -> b.begin(new long[] {1, 2, 3}, KEY));
      List<String> ends = Branch.compose(dag, b -> b, "", LAYERS, true, "seeds");
      try (Pipeline<Branch> pipeline =
          new TwoLevel(100, 2)
              .open(
                  dag.join("join", Branch::complete, ends).build(),
                  () -> branch,
                  (_, _, _, _) -> {},
                  new WorkerThreads(0, 2))) {
        pipeline.begin((_, _) -> {}, 0, 1);
        assertTrue(pipeline.take(0).rows().rows() > 3);
      }
    }
  }

  /** Tells that it is asked. */
  private record Told(LocalNeighbors graph, CountDownLatch asked) implements NeighborSource {
    @Override
    public int nodeCount() {
      return graph.nodeCount();
    }

    @Override
    public boolean weighted() {
      return false;
    }

    @Override
    public void pick(
        MemorySegment frontier, int count, int fanout, RandomKey key, NeighborPicks into) {
      asked.countDown();
      graph.pick(frontier, count, fanout, key, into);
    }

    @Override
    public void degrees(MemorySegment nodes, int count, MemorySegment into) {
      graph.degrees(nodes, count, into);
    }
  }

  /** A store that reads after a signal. */
  private record Waiting(boolean waits, CountDownLatch told) implements FeatureStore {
    @Override
    public int width() {
      return 2;
    }

    @Override
    public void gather(FeatureRead read, Runnable meanwhile) {
      try {
        assertTrue(!waits || told.await(120, TimeUnit.SECONDS), "no hop beside the fetch");
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      new Numbers().gather(read, meanwhile);
    }
  }

  /** Why seeds, positives and negatives may have one neighbourhood. */
  @Test
  void branchesDrawWhatTheirUnionDraws() {
    var triple = new Triple();
    triple.step = 3;
    dag(true).stages().forEach(task -> task.body().accept(triple));
    long[] all =
        triple.all().flatMapToLong(b -> Arrays.stream(targets(b.sampled()))).distinct().toArray();
    try (var union = branch(cpu.newWorkspace(), 0)) {
      union.begin(all, triple.key());
      var dag = SamplingDag.<Branch>compose().seeds("seeds", _ -> {});
      List<String> ends = Branch.compose(dag, b -> b, "", LAYERS, true, "seeds");
      dag.join("join", Branch::complete, ends)
          .build()
          .stages()
          .forEach(task -> task.body().accept(union));
      for (int layer = 0; layer < LAYERS; layer++) {
        Map<Integer, List<Integer>> drawn = neighbours(union.sampled(), layer);
        for (Branch branch : triple.all().toList()) {
          neighbours(branch.sampled(), layer)
              .forEach((node, picks) -> assertEquals(drawn.get(node), picks));
        }
      }
    }
    triple.all().forEach(Branch::close);
  }

  private static long[] targets(SampledBatch batch) {
    return Arrays.stream(batch.nodes().toArray(JAVA_INT))
        .limit(batch.seedCount())
        .asLongStream()
        .toArray();
  }

  private static Map<Integer, List<Integer>> neighbours(SampledBatch batch, int layer) {
    SampledBlock block = batch.block(layer);
    Map<Integer, List<Integer>> byNode = new TreeMap<>();
    for (int row = 0; row < block.targetCount(); row++) {
      List<Integer> picks = new ArrayList<>();
      long end = block.rowStart().getAtIndex(JAVA_LONG, row + 1L);
      for (long e = block.rowStart().getAtIndex(JAVA_LONG, row); e < end; e++) {
        picks.add(batch.nodes().getAtIndex(JAVA_INT, block.column().getAtIndex(JAVA_INT, e)));
      }
      byNode.put(batch.nodes().getAtIndex(JAVA_INT, row), picks);
    }
    return byNode;
  }
}
