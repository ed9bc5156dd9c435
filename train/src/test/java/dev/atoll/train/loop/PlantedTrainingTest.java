package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Purpose;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.partition.simple.ChunkPartitioner;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.event.Scores;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.sampling.columns.ColumnPolicy.Absent;
import dev.atoll.train.sampling.columns.ColumnShare;
import dev.atoll.train.sampling.columns.FixedColumns;
import dev.atoll.train.sampling.dgs.DgsSampling;
import dev.atoll.train.sampling.dgs.ImportanceSpec;
import dev.atoll.train.sampling.dgs.ImportanceSpec.Source;
import dev.atoll.train.sampling.dgs.TopColumns;
import dev.atoll.train.sampling.dgs.explain.ExplainSpec;
import dev.atoll.train.sampling.gradients.GradientSpec;
import dev.atoll.train.sampling.importance.WorkerExplanation;
import dev.atoll.train.schedule.Schedule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests importance on data whose important nodes and columns are known. */
class PlantedTrainingTest {
  private static final int EPOCHS = 8;

  /** Epochs after which the model is sure of its predictions. */
  private static final int LONG = 30;

  private static final int SEEDS = 2;

  /** A share of exactly the planted columns. */
  private static final ColumnShare FEW =
      new ColumnShare((double) PlantedWorld.COLUMNS.size() / PlantedWorld.WIDTH, Absent.ZERO);

  private Dataset world;
  private ShardFolder shards;
  @TempDir private Path folder;

  private void open(double signal) throws IOException {
    open(PlantedWorld.of(signal));
  }

  private void open(Dataset planted) throws IOException {
    world = planted;
    shards = LocalTeam.cut(world, new ChunkPartitioner(), 3, Topology.PARTITIONED, folder);
  }

  @AfterEach
  void close() throws IOException {
    world.close();
  }

  private static ImportanceSpec importance(Source source) {
    return ImportanceSpec.by(ExplainSpec.keeping(FEW.rate()).times(12, 50, 0.01, 0.1))
        .with(new GradientSpec(12, 2, 0.8))
        .from(source);
  }

  /** Twelve steps an epoch. */
  private static SampledPlan sampled(int fanout) {
    return new SampledPlan(
        16,
        Fanouts.of(fanout, fanout),
        new UniformSampling(),
        Shuffle.LOCAL,
        Schedule.ahead(0),
        RowCodec.fp32());
  }

  private TrainingResult train(TrainingPlan plan) {
    return LocalTeam.train(world, shards, plan).getFirst();
  }

  private static TrainingPlan plan(Kind kind, SampledPlan sampled) {
    return TrainingPlan.of(kind.layers()).forEpochs(EPOCHS).with(sampled);
  }

  private List<WorkerExplanation> found(TrainingPlan plan) {
    var told = new ArrayList<TrainEvent.Explained>();
    LocalTeam.train(
        world,
        shards,
        plan,
        Checkpoints.NONE,
        event -> {
          if (event instanceof TrainEvent.Explained explained) {
            synchronized (told) {
              told.add(explained);
            }
          }
        },
        null);
    return told.getFirst().byWorker();
  }

  /**
   * The 8 planted of 40 columns come first; of the first 20 of 600 nodes nearly all carry signal.
   */
  @ParameterizedTest
  @CsvSource({
    "EXPLAINED, SAGE",
    "EXPLAINED, GCN",
    "EXPLAINED, GAT",
    "GRADIENTS, SAGE",
    "GRADIENTS, GCN",
    "GRADIENTS, GAT"
  })
  void whatWasPlantedIsFound(Source source, Kind kind) throws IOException {
    open(3);
    ImportanceSpec by = importance(source);
    SampledPlan guided = sampled(5).with(new DgsSampling(0.1, by)).with(new TopColumns(FEW, by));
    for (WorkerExplanation worker : found(plan(kind, guided))) {
      long columns =
          worker.topColumns().stream()
              .limit(PlantedWorld.COLUMNS.size())
              .filter(one -> PlantedWorld.COLUMNS.contains(one.id()))
              .count();
      assertEquals(PlantedWorld.COLUMNS.size(), columns, worker.topColumns().toString());
      long nodes = worker.topNodes().stream().filter(one -> PlantedWorld.speaks(one.id())).count();
      assertTrue(nodes >= 17, worker.topNodes().toString());
    }
  }

  /**
   * Columns of equal strength are in front of all others and are pulled, at every budget, whether
   * explanations follow a model as it learns, or a first one comes when it is sure.
   */
  @ParameterizedTest
  @CsvSource({
    "SAGE, 0.2, 30",
    "SAGE, 0.5, 30",
    "SAGE, 0.85, 30",
    "SAGE, 0.85, 150",
    "GCN, 0.85, 150"
  })
  void plantedColumnsArePulled(Kind kind, double rate, int every) throws IOException {
    assertPlantedColumnsArePulled(kind, rate, every);
  }

  @ParameterizedTest
  @CsvSource({
    "SAGE, 0.2, 150",
    "SAGE, 0.5, 150",
    "GCN, 0.2, 30",
    "GCN, 0.5, 30",
    "GCN, 0.85, 30",
    "GCN, 0.2, 150",
    "GCN, 0.5, 150",
    "GAT, 0.2, 30",
    "GAT, 0.5, 30",
    "GAT, 0.85, 30",
    "GAT, 0.2, 150",
    "GAT, 0.5, 150",
    "GAT, 0.85, 150"
  })
  @Tag("slow")
  void plantedColumnsArePulledByOtherModels(Kind kind, double rate, int every) throws IOException {
    assertPlantedColumnsArePulled(kind, rate, every);
  }

  private void assertPlantedColumnsArePulled(Kind kind, double rate, int every) throws IOException {
    open(PlantedWorld.ofAlikeNodes(1));
    ImportanceSpec by = ImportanceSpec.by(ExplainSpec.keeping(rate).times(every, 50, 0.01, 0.1));
    SampledPlan cut = sampled(5).with(new TopColumns(new ColumnShare(rate, Absent.ZERO), by));
    for (WorkerExplanation worker : found(plan(kind, cut).forEpochs(LONG))) {
      for (long planted : PlantedWorld.COLUMNS) {
        assertTrue(
            worker.keptColumns().contains((int) planted), planted + " " + worker.topColumns());
      }
      assertTrue(columnAuc(worker) >= 0.95, worker.topColumns().toString());
    }
  }

  /**
   * The share of pairs of a planted column and another one that are in this order. A planted one
   * that is not among the columns shown counts as the last.
   */
  private static double columnAuc(WorkerExplanation worker) {
    List<Long> order = worker.topColumns().stream().map(WorkerExplanation.Weight::id).toList();
    int others = PlantedWorld.WIDTH - PlantedWorld.COLUMNS.size();
    double pairs = 0;
    for (long planted : PlantedWorld.COLUMNS) {
      int at = order.indexOf(planted);
      pairs +=
          at < 0
              ? 0
              : others
                  - order.stream()
                      .limit(at)
                      .filter(column -> !PlantedWorld.COLUMNS.contains(column))
                      .count();
    }
    return pairs / PlantedWorld.COLUMNS.size() / others;
  }

  private List<TrainingResult> bySeed(SampledPlan sampled) {
    return LongStream.rangeClosed(1, SEEDS)
        .mapToObj(seed -> train(plan(Kind.SAGE, sampled).withSeed(seed)))
        .toList();
  }

  private static double mean(List<TrainingResult> runs, ToDoubleFunction<TrainingResult> of) {
    return runs.stream().mapToDouble(of).average().orElseThrow();
  }

  private static double accuracy(TrainingResult run) {
    return run.evaluation().test().byName().get(Scores.ACCURACY);
  }

  private static double lastLoss(TrainingResult run) {
    return run.epochs().getLast().loss();
  }

  private static double lastBytes(TrainingResult run) {
    return run.epochs().getLast().cost().bytes().get(Purpose.FEATURES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EXPLAINED", "GRADIENTS"})
  void importantColumnsBeatABlindCutOfAsManyBytes(Source source) throws IOException {
    open(1.5);
    var all = bySeed(sampled(5));
    var important = bySeed(sampled(5).with(new TopColumns(FEW, importance(source))));
    var blind = bySeed(sampled(5).with(new FixedColumns(FEW)));
    double bytes = mean(blind, PlantedTrainingTest::lastBytes);
    assertEquals(bytes, mean(important, PlantedTrainingTest::lastBytes), 0.001 * bytes);
    double hurt = mean(blind, PlantedTrainingTest::accuracy);
    assertTrue(hurt < mean(all, PlantedTrainingTest::accuracy), "a blind cut hurts: " + hurt);
    double kept = mean(important, PlantedTrainingTest::accuracy);
    assertTrue(kept >= hurt, kept + ", blindly " + hurt);
    double loss = mean(important, PlantedTrainingTest::lastLoss);
    double blindLoss = mean(blind, PlantedTrainingTest::lastLoss);
    assertTrue(loss < 0.9 * blindLoss, loss + ", blindly " + blindLoss);
  }

  /** The number of remote draws is equal, but more of them carry signal. */
  @ParameterizedTest
  @ValueSource(strings = {"EXPLAINED", "GRADIENTS"})
  void importantNodesBeatDeviationAlone(Source source) throws IOException {
    open(1.5);
    var guided = bySeed(sampled(3).with(new DgsSampling(0.1, importance(source))));
    var alone = bySeed(sampled(3).with(new DgsSampling(0.1, importance(Source.NONE))));
    double bytes = mean(guided, PlantedTrainingTest::lastBytes);
    double bytesAlone = mean(alone, PlantedTrainingTest::lastBytes);
    assertTrue(bytes <= bytesAlone, bytes + ", alone " + bytesAlone);
    double loss = mean(guided, PlantedTrainingTest::lastLoss);
    double lossAlone = mean(alone, PlantedTrainingTest::lastLoss);
    assertTrue(loss < 0.85 * lossAlone, loss + ", alone " + lossAlone);
  }
}
