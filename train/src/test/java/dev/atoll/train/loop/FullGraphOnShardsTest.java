package dev.atoll.train.loop;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Purpose;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Split;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.partition.simple.ChunkPartitioner;
import dev.atoll.graph.partition.simple.RandomPartitioner;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.bns.EdgeDropping;
import dev.atoll.train.halo.bns.EdgeSampling;
import dev.atoll.train.halo.bns.NodeSampling;
import dev.atoll.train.halo.cagnet.WholeBlocks;
import dev.atoll.train.halo.codec.Int8;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.halo.plan.Always;
import dev.atoll.train.halo.plan.ExchangePlan;
import dev.atoll.train.halo.plan.HaloRows;
import dev.atoll.train.halo.sancus.EpochFixed;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.gcn.Gcn;
import dev.atoll.train.model.sage.SageLayer.Aggregator;
import dev.atoll.train.plan.ClassWeights;
import dev.atoll.train.plan.DataPlan;
import dev.atoll.train.plan.EpochPlan;
import dev.atoll.train.plan.NodeLoss;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.store.FeatureScaling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole graph on many workers: exact exchange makes them one worker. */
class FullGraphOnShardsTest {
  private static final int EPOCHS = 50;
  private static final List<BoundarySampler> ROWS = List.of(new HaloRows(), new WholeBlocks());

  @TempDir private Path folder;
  private Dataset world;

  @BeforeEach
  void open() {
    world = SmallWorld.of(false);
  }

  @AfterEach
  void close() {
    world.close();
  }

  @ParameterizedTest
  @CsvSource({
    "GCN,2,false",
    "GCN,4,true",
    "GCN,8,false",
    "SAGE,2,true",
    "SAGE,4,false",
    "SAGE,8,true",
    "GAT,2,false",
    "GAT,4,true",
    "GAT,8,false"
  })
  void exactExchangeIsOneWorker(Kind kind, int workers, boolean norm) throws IOException {
    TrainingPlan plan = plan(kind, 3, norm, EPOCHS);
    assertClose(alone(plan), losses(train(new RandomPartitioner(), workers, plan)));
  }

  static List<Arguments> everything() {
    var cases = new ArrayList<Arguments>();
    for (Kind kind : List.of(Kind.GCN, Kind.SAGE, Kind.GAT)) {
      for (int workers : new int[] {2, 4, 8}) {
        for (boolean norm : new boolean[] {false, true}) {
          for (boolean manyLabels : new boolean[] {false, true}) {
            for (BoundarySampler rows : ROWS) {
              cases.add(Arguments.of(kind, workers, norm, manyLabels, rows));
            }
          }
        }
      }
    }
    return cases;
  }

  /** Models, layer norm, labels, and rows as they are read or in whole blocks. */
  @Tag("slow")
  @ParameterizedTest
  @MethodSource("everything")
  void whateverIsTrained(
      Kind kind, int workers, boolean norm, boolean manyLabels, BoundarySampler rows)
      throws IOException {
    world.close();
    world = SmallWorld.of(manyLabels);
    TrainingPlan plan = plan(kind, 3, norm, EPOCHS);
    var exchange = new ExchangePlan(rows, new Always(), RowCodec.fp32());
    List<Double> together = losses(train(new RandomPartitioner(), workers, plan.with(exchange)));
    assertClose(alone(plan), together);
  }

  /** Few training nodes, some workers without any: layers need a part of the rows. */
  @ParameterizedTest
  @CsvSource({"GCN,2", "SAGE,4", "GAT,4"})
  void rowsThatTheLossCannotSeeStayAtHome(Kind kind, int workers) throws IOException {
    world.close();
    world = SmallWorld.trainedOn(SmallWorld.of(false), v -> v < 3);
    TrainingPlan plan = plan(kind, 3, false, 10);
    ShardFolder shards = cut(new RandomPartitioner(), workers);
    TrainingResult together = train(shards, plan);
    assertClose(alone(plan), losses(together));
    var seen = new SeenRows(world, shards);
    assertTrue(seen.before(2, 3) < seen.before(1, 3));
    long elements = 16 * seen.before(1, 3) + 4 * seen.before(2, 3);
    assertEquals(
        2 * elements * Float.BYTES,
        together.epochs().getLast().cost().bytes().get(Purpose.BOUNDARY));
  }

  /**
   * Training on shards with few training nodes, for every way to choose rows and to read stale
   * ones.
   */
  @ParameterizedTest
  @MethodSource("drawn")
  void drawsAndStaleRowsOfFewTrainingNodes(ExchangePlan exchange) throws IOException {
    world.close();
    world = SmallWorld.trainedOn(SmallWorld.of(false), v -> v < 3);
    TrainingPlan plan = plan(Kind.SAGE, 3, false, 30).with(exchange);
    ShardFolder shards = cut(new RandomPartitioner(), 4);
    List<Double> losses = losses(train(shards, plan));
    assertTrue(losses.getLast() < losses.getFirst(), losses.toString());
    assertEquals(losses, losses(train(shards, plan)));
  }

  static List<ExchangePlan> drawn() {
    var fp32 = RowCodec.fp32();
    return List.of(
        new ExchangePlan(new WholeBlocks(), new EpochFixed(1), fp32),
        new ExchangePlan(new HaloRows(), new EpochFixed(1), RowCodec.fp32()),
        new ExchangePlan(new NodeSampling(0.5), new Always(), new Int8()),
        new ExchangePlan(new NodeSampling(0.5), new EpochFixed(1), fp32),
        new ExchangePlan(new EdgeSampling(0.5), new Always(), fp32),
        new ExchangePlan(new EdgeDropping(0.5), new Always(), fp32));
  }

  /** Rows of a larger graph are laid out for locality; draws are by node, not by row. */
  @ParameterizedTest
  @MethodSource("drawn")
  void theOrderOfRowsDoesNotMatter(ExchangePlan exchange) throws IOException {
    world.close();
    world = SmallWorld.trainedOn(SmallWorld.of(5000, 12, false), v -> v % 25 == 0);
    TrainingPlan near = plan(Kind.SAGE, 3, false, 5).with(exchange);
    TrainingPlan asTheyAre = near.with(new DataPlan(FeatureScaling.NONE, false, "split"));
    ShardFolder shards = cut(new RandomPartitioner(), 4);
    List<Double> losses = losses(train(shards, near));
    assertClose(losses(train(shards, asTheyAre)), losses);
  }

  @ParameterizedTest
  @CsvSource({"GCN,4", "SAGE,2", "SAGE,4", "GAT,3"})
  void rowsLaidOutForLocalityToo(Kind kind, int workers) throws IOException {
    world.close();
    world = SmallWorld.trainedOn(SmallWorld.of(5000, 12, false), v -> v % 25 == 0);
    TrainingPlan plan = plan(kind, 3, false, 5);
    TrainingPlan asTheyAre = plan.with(new DataPlan(FeatureScaling.NONE, false, "split"));
    ShardFolder shards = cut(new RandomPartitioner(), workers);
    TrainingResult together = train(shards, plan);
    assertClose(alone(plan), losses(together));
    TrainingResult before = train(shards, asTheyAre);
    assertClose(losses(before), losses(together));
    assertEquals(
        before.epochs().getLast().cost().bytes(), together.epochs().getLast().cost().bytes());
  }

  /** Neighbours' rows are read one by one, not in sums. */
  @ParameterizedTest
  @EnumSource(
      value = Aggregator.class,
      names = {"MAX", "POOL"})
  void maximaToo(Aggregator aggregator) throws IOException {
    var model =
        new ModelSpec(Kind.SAGE.layers(aggregator), 3, 16, 0.5f, 0.2f, true, true, true, true);
    TrainingPlan plan = plan(model, 10);
    assertClose(alone(plan), losses(train(new RandomPartitioner(), 3, plan)));
  }

  /** Input rows that change from step to step, with gradients through the links to them. */
  @ParameterizedTest
  @EnumSource(names = {"GCN", "SAGE", "GAT"})
  void linearInputAndItsDropoutToo(Kind kind) throws IOException {
    var model = new ModelSpec(kind.layers(4, 1, 0.2f), 2, 16, 0.5f, 0.2f, true, true, true, true);
    TrainingPlan plan = plan(model, 10);
    assertClose(alone(plan), losses(train(new RandomPartitioner(), 3, plan)));
    var drawn = new ExchangePlan(new NodeSampling(0.5), new Always(), RowCodec.fp32());
    List<Double> sampled = losses(train(new RandomPartitioner(), 3, plan.with(drawn)));
    assertTrue(sampled.getLast() < sampled.getFirst());
  }

  /** Enhanced diagonals with dense inputs, and with input rows that change. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void enhancedDiagonalsToo(boolean linearInput) throws IOException {
    ModelSpec model = ModelSpec.of(new Gcn(1)).layers(3).hidden(16).linearInput(linearInput);
    TrainingPlan plan = plan(model, 10);
    List<Double> alone = alone(plan);
    assertNotEquals(
        alone(plan(ModelSpec.gcn().layers(3).hidden(16).linearInput(linearInput), 10)), alone);
    assertClose(alone, losses(train(new RandomPartitioner(), 3, plan)));
  }

  @Test
  void inputRowsTravelOnceAndHiddenRowsInEveryEpoch() throws IOException {
    TrainingResult result = train(new ChunkPartitioner(), 3, plan(Kind.SAGE, 2, false, 3));
    for (EpochFinished epoch : result.epochs()) {
      assertEquals(0, epoch.cost().bytes().get(Purpose.FEATURES));
      assertEquals(
          result.epochs().getFirst().cost().bytes().get(Purpose.BOUNDARY),
          epoch.cost().bytes().get(Purpose.BOUNDARY));
    }
    assertTrue(result.epochs().getFirst().cost().bytes().get(Purpose.BOUNDARY) > 0);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"LIGHT", "NONE"})
  void trainingNodesAloneToo(Kind kind) throws IOException {
    TrainingPlan plan = plan(kind, 2, false, 20);
    List<Double> alone = alone(plan.inductively());
    assertClose(alone, losses(train(new RandomPartitioner(), 3, plan.inductively())));
    assertNotEquals(alone(plan), alone);
  }

  @Test
  void inductiveTrainingDoesNotSeeTheFeaturesOfOtherNodes() throws IOException {
    TrainingPlan plan = plan(Kind.SAGE, 2, false, 4).with(FeatureScaling.STANDARD).inductively();
    List<Double> before = alone(plan);
    var features = (Features.Dense) world.features().orElseThrow();
    Split split = world.split("split");
    for (int node = 0; node < world.graph().nodeCount(); node++) {
      long element = (long) node * features.width();
      if (split.role(node) != Split.TRAIN) {
        features.data().setAtIndex(JAVA_FLOAT, element, 1000f + node);
      }
    }
    assertEquals(before, alone(plan));
    assertClose(before, losses(train(new RandomPartitioner(), 3, plan)));
  }

  /** No recipe needs a symmetric graph: gradients go from readers to owners. */
  @ParameterizedTest
  @EnumSource(names = {"GCN", "SAGE", "GAT"})
  void linksOfOneDirectionToo(Kind kind) throws IOException {
    world.close();
    world = SmallWorld.directed();
    TrainingPlan plan = plan(kind, 3, false, 10);
    assertClose(alone(plan), losses(train(new RandomPartitioner(), 3, plan)));
  }

  @Test
  void manyLabelsToo() throws IOException {
    world.close();
    world = SmallWorld.of(true);
    TrainingPlan plan = plan(Kind.GCN, 3, true, EPOCHS);
    assertClose(alone(plan), losses(train(new RandomPartitioner(), 3, plan)));
  }

  /** Weights of classes are computed over all training nodes, on whichever worker they are. */
  @ParameterizedTest
  @CsvSource({"balanced,2", "3;1;2,0", "none,1.5"})
  void classWeightsToo(String weights, float gamma) throws IOException {
    int classes = world.labels().orElseThrow().classes();
    String given = weights.startsWith("3") ? "3" + ",1".repeat(classes - 1) : weights;
    var loss = new NodeLoss(ClassWeights.parse(given).orElseThrow(), gamma);
    TrainingPlan plain = plan(Kind.GCN, 2, false, 10);
    TrainingPlan plan = plain.with(new Objective.Node(loss, ""));
    List<Double> alone = alone(plan);
    assertNotEquals(alone(plain), alone);
    assertClose(alone, losses(train(new RandomPartitioner(), 3, plan)));
  }

  /** Dropout of sparse rows drops the same elements on any worker. */
  @ParameterizedTest
  @EnumSource(names = {"GCN", "GAT"})
  void droppedCellsOfSparseInputsToo(Kind kind) throws IOException {
    world.close();
    world = new DatasetCatalog(List.of(), folder.resolve("cache")).open("cora");
    var model = new ModelSpec(kind.layers(1, 1, 0), 2, 16, 0.5f, 0.5f, false, false, false, false);
    TrainingPlan plan = plan(model, 10);
    assertClose(alone(plan), losses(train(new RandomPartitioner(), 3, plan)));
  }

  private static void assertClose(List<Double> alone, List<Double> together) {
    for (int epoch = 0; epoch < alone.size(); epoch++) {
      assertEquals(alone.get(epoch), together.get(epoch), 1e-5 * alone.get(epoch));
    }
  }

  private List<Double> alone(TrainingPlan plan) {
    try (var cpu = CpuBackend.open(1);
        var training = Training.open(world, cpu, plan)) {
      return losses(training.run(event -> {}));
    }
  }

  private TrainingResult train(Partitioner partitioner, int workers, TrainingPlan plan)
      throws IOException {
    return train(cut(partitioner, workers), plan);
  }

  private ShardFolder cut(Partitioner partitioner, int workers) throws IOException {
    return LocalTeam.cut(
        world,
        partitioner,
        workers,
        Topology.PARTITIONED,
        Files.createTempDirectory(folder, "cut").resolve("shards"));
  }

  private TrainingResult train(ShardFolder shards, TrainingPlan plan) {
    return LocalTeam.trainAlike(world, shards, plan);
  }

  static TrainingPlan plan(Kind kind, int layers, boolean norm, int epochs) {
    var model = new ModelSpec(kind.layers(), layers, 16, 0.5f, 0, norm, false, false, false);
    return plan(model, epochs);
  }

  private static TrainingPlan plan(ModelSpec model, int epochs) {
    return TrainingPlan.of(model).with(new EpochPlan(epochs, 0, epochs));
  }

  private static List<Double> losses(TrainingResult result) {
    return result.epochs().stream().map(EpochFinished::loss).toList();
  }
}
