package dev.atoll.train.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Purpose;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.multilevel.MultilevelPartitioner;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.policy.registry.Policies;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.testkit.Await;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.Kind;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.sampling.columns.ColumnPolicy;
import dev.atoll.train.sampling.columns.ColumnPolicy.Absent;
import dev.atoll.train.sampling.columns.ColumnShare;
import dev.atoll.train.sampling.columns.ColumnShare.Scope;
import dev.atoll.train.sampling.columns.FixedColumns;
import dev.atoll.train.sampling.columns.RandomColumns;
import dev.atoll.train.sampling.dgs.DgsSampling;
import dev.atoll.train.sampling.dgs.DrawnColumns;
import dev.atoll.train.sampling.dgs.ImportanceSpec;
import dev.atoll.train.sampling.dgs.ImportanceSpec.Source;
import dev.atoll.train.sampling.dgs.TopColumns;
import dev.atoll.train.sampling.dgs.explain.ExplainSpec;
import dev.atoll.train.sampling.dgs.explain.ExplainSpec.Mode;
import dev.atoll.train.sampling.gradients.GradientSpec;
import dev.atoll.train.sampling.importance.WorkerExplanation;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.schedule.twolevel.TwoLevel;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests training in which explanations determine draws and pulled columns. */
class ExplainedTrainingTest {
  private static final int EPOCHS = 5;
  private static final ExplainSpec OFTEN = explain(4, 10, 0, 0.05);

  private Dataset world;
  @TempDir private Path folder;
  private int cuts;

  @BeforeEach
  void open() {
    world = SmallWorld.of(false);
  }

  @AfterEach
  void close() throws IOException {
    world.close();
  }

  /** Six steps an epoch with three workers. */
  private static SampledPlan sampled() {
    return new SampledPlan(
        8,
        Fanouts.of(4, 4),
        new UniformSampling(),
        Shuffle.LOCAL,
        Schedule.ahead(0),
        RowCodec.fp32());
  }

  private static ExplainSpec explain(int every, int epochs, double loss, double rate) {
    return ExplainSpec.keeping(0.6).times(every, epochs, loss, rate);
  }

  private static Sampling dgs(ExplainSpec explain) {
    return new DgsSampling(0.1, ImportanceSpec.by(explain));
  }

  private static ColumnPolicy top(ExplainSpec explain) {
    return new TopColumns(new ColumnShare(0.6, Absent.ZERO), ImportanceSpec.by(explain));
  }

  private static SampledPlan both(ExplainSpec explain) {
    return sampled().with(dgs(explain)).with(top(explain));
  }

  private static SampledPlan both() {
    return both(OFTEN);
  }

  private static TrainingPlan plan(Kind kind, SampledPlan sampled) {
    return TrainingPlan.of(kind.layers()).forEpochs(EPOCHS).with(sampled);
  }

  private ShardFolder cut(int workers, Topology topology) throws IOException {
    return LocalTeam.cut(
        world, new MultilevelPartitioner(), workers, topology, folder.resolve("cut-" + cuts++));
  }

  private TrainingResult train(int workers, Topology topology, TrainingPlan plan)
      throws IOException {
    return LocalTeam.trainAlike(world, cut(workers, topology), plan);
  }

  /**
   * Explanations take effect immediately: the run differs from the first one on, after four steps.
   */
  @Test
  void inlineExplanationsTakeEffectAtOnce() throws IOException {
    SampledPlan inline = both(OFTEN.with(Mode.INLINE));
    var now = train(3, Topology.PARTITIONED, plan(Kind.SAGE, inline));
    var ahead = plan(Kind.SAGE, inline.with(Schedule.ahead(6)));
    assertEquals(now.weightsSha256(), train(3, Topology.REPLICATED, ahead).weightsSha256());
    var plain = train(3, Topology.PARTITIONED, plan(Kind.SAGE, sampled())).epochs();
    assertTrue(featureBytes(now, 0) < 0.95 * featureBytes(plain.getFirst()), "in the first epoch");
    var later = train(3, Topology.PARTITIONED, plan(Kind.SAGE, both()));
    assertEquals(featureBytes(plain.getFirst()), featureBytes(later, 0), "only from step 8 on");
  }

  private static long featureBytes(TrainingResult run, int epoch) {
    return featureBytes(run.epochs().get(epoch));
  }

  private static long featureBytes(TrainEvent.EpochFinished epoch) {
    return epoch.cost().bytes().get(Purpose.FEATURES);
  }

  /**
   * No thread waits, so bits may differ, but the run ends with explanations, and skipped ones are
   * not counted.
   */
  @Test
  void asynchronousExplanationsAreUsedWhenTheyAreThere() throws IOException {
    int epochsOfMasks = 3;
    SampledPlan async =
        both(explain(1, epochsOfMasks, 0, 0.05).with(Mode.ASYNC)).with(Schedule.ahead(1));
    var told = new ArrayList<TrainEvent.Explained>();
    var results =
        trainAsync(
            cut(3, Topology.PARTITIONED),
            async,
            event -> {
              awaitExplanationsInEpoch(1, 3, event);
              if (event instanceof TrainEvent.Explained explained) {
                synchronized (told) {
                  told.add(explained);
                }
              }
            });
    assertEquals(20, results.getFirst().epochs().size());
    for (WorkerExplanation worker : told.getFirst().byWorker()) {
      assertEquals(0, worker.waitedSeconds());
      assertTrue(worker.explanations() > 0);
      assertEquals(epochsOfMasks * worker.explanations(), worker.losses().size());
      assertEquals(119, worker.explanations() + worker.leftOut(), "after 1, 2, … of 120 steps");
    }
  }

  /** An explanation that is under way when a run is interrupted is lost, and counted so. */
  @Test
  void asynchronousExplanationsAreCountedOverAResumedRun() throws IOException {
    SampledPlan async = both(explain(1, 3, 0, 0.05).with(Mode.ASYNC));
    ShardFolder shards = cut(3, Topology.PARTITIONED);
    assertThrows(
        IllegalStateException.class,
        () ->
            trainAsync(
                shards,
                async,
                event -> {
                  awaitExplanationsInEpoch(1, 3, event);
                  if (event instanceof TrainEvent.StepFinished done && done.epoch() == 10) {
                    throw new IllegalStateException("interrupted");
                  }
                }));
    var told = new ArrayList<WorkerExplanation>();
    trainAsync(
        shards,
        async,
        event -> {
          if (event instanceof TrainEvent.Explained explained) {
            synchronized (told) {
              told.addAll(explained.byWorker());
            }
          }
        });
    for (WorkerExplanation worker : told) {
      assertEquals(119, worker.explanations() + worker.leftOut());
      assertTrue(3 * worker.explanations() > worker.losses().size(), "some before the interrupt");
    }
    assertEquals(9, told.size());
  }

  /**
   * Waits in an epoch until the thread of every worker has ended an explanation: it has begun one
   * by then, and waits for the next only afterwards.
   */
  private static void awaitExplanationsInEpoch(int epoch, int workers, TrainEvent event) {
    if (!(event instanceof TrainEvent.StepFinished done && done.epoch() == epoch)) {
      return;
    }
    try {
      Await.until(
          "an explanation of every worker",
          () -> {
            List<Thread> explaining =
                Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("atoll-explain-"))
                    .toList();
            return explaining.size() == workers
                && explaining.stream().allMatch(t -> t.getState() == Thread.State.WAITING);
          });
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Twenty epochs of six steps, with a checkpoint after every epoch. */
  private List<TrainingResult> trainAsync(
      ShardFolder shards, SampledPlan async, TrainEvent.Listener events) {
    return LocalTeam.train(
        world,
        shards,
        plan(Kind.SAGE, async).forEpochs(20),
        Checkpoints.in(folder.resolve("checkpoint"), 1),
        events,
        null);
  }

  /** Explanations that no step waits for leave the cores to training; others run like training. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void onlyAsynchronousExplanationsYieldToTraining() throws IOException {
    assertEquals(Set.of(19), prioritiesOfExplaining(Mode.ASYNC));
    assertEquals(Set.of(nice(Path.of("/proc/thread-self"))), prioritiesOfExplaining(Mode.LAGGED));
  }

  private Set<Integer> prioritiesOfExplaining(Mode mode) throws IOException {
    SampledPlan explained = both(explain(1, 3, 0, 0.05).with(mode)).with(Schedule.ahead(1));
    Map<Path, Integer> last = new ConcurrentHashMap<>();
    LocalTeam.train(
        world,
        cut(2, Topology.PARTITIONED),
        plan(Kind.SAGE, explained).forEpochs(3),
        Checkpoints.in(folder.resolve(mode.name()), 1),
        event -> {
          awaitExplanationsInEpoch(2, 2, event);
          findPriorities("atoll-explain", last);
        },
        null);
    return Set.copyOf(last.values());
  }

  /** The priorities of threads of a name: a thread has its starter's until it changes it. */
  private static void findPriorities(String name, Map<Path, Integer> last) {
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path task : tasks) {
        priorityOf(task, name).ifPresent(found -> last.put(task, found));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The priority of a thread whose name begins so; of one that has ended meanwhile, none. */
  private static Optional<Integer> priorityOf(Path task, String name) {
    try {
      return Files.readString(task.resolve("comm")).startsWith(name)
          ? Optional.of(nice(task))
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /** The priority of a thread: the 17th field after its name, which is in brackets. */
  private static int nice(Path task) throws IOException {
    String stat = Files.readString(task.resolve("stat"));
    return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[16]);
  }

  /** The step from which on nothing is alike is that of a first explanation. */
  @Test
  void deviationWithoutImportanceSavesAsMuch() throws IOException {
    var none = ImportanceSpec.by(OFTEN).from(Source.NONE);
    SampledPlan alone = sampled().with(new DgsSampling(0.1, none));
    var results = train(3, Topology.PARTITIONED, plan(Kind.SAGE, alone));
    var ahead = plan(Kind.SAGE, alone.with(Schedule.ahead(6)));
    assertEquals(results.weightsSha256(), train(3, Topology.REPLICATED, ahead).weightsSha256());
    long plain = featureBytes(sampled());
    long saved = featureBytes(alone);
    assertTrue(saved < 0.95 * plain, saved + " of " + plain);
    assertRefused(
        "importance=none",
        () -> sampled().with(new TopColumns(new ColumnShare(0.6, Absent.ZERO), none)));
  }

  @ParameterizedTest
  @EnumSource(names = {"SAGE", "GCN", "GAT"})
  @Tag("slow")
  void topologyAndScheduleDoNotShow(Kind kind) throws IOException {
    SampledPlan explained = both().with(new DgsSampling(0.1, ImportanceSpec.by(OFTEN)));
    String first = train(3, Topology.PARTITIONED, plan(kind, explained)).weightsSha256();
    SampledPlan ahead = explained.with(Schedule.ahead(6));
    SampledPlan twoLevel = explained.with(new TwoLevel(100, 8));
    assertEquals(first, train(3, Topology.REPLICATED, plan(kind, ahead)).weightsSha256());
    assertEquals(first, train(3, Topology.PARTITIONED, plan(kind, twoLevel)).weightsSha256());
  }

  @Test
  void fewerBytesAreMoved() throws IOException {
    long whole = featureBytes(sampled());
    long nodes = featureBytes(sampled().with(dgs(OFTEN)));
    long columns = featureBytes(sampled().with(top(OFTEN)));
    long both = featureBytes(both());
    assertTrue(nodes < 0.95 * whole, nodes + " of " + whole);
    assertTrue(columns < 0.8 * whole, columns + " of " + whole);
    assertTrue(both < nodes && both < columns, both + " of " + nodes + " and " + columns);
  }

  @Test
  void everyWorkerTellsWhatItHasFound() throws IOException {
    var told = new ArrayList<TrainEvent.Explained>();
    LocalTeam.train(
        world,
        cut(3, Topology.PARTITIONED),
        plan(Kind.SAGE, both()),
        Checkpoints.NONE,
        event -> {
          if (event instanceof TrainEvent.Explained explained) {
            synchronized (told) {
              told.add(explained);
            }
          }
        },
        null);
    assertEquals(3, told.size());
    assertEquals(3, told.getFirst().byWorker().size());
    for (WorkerExplanation worker : told.getFirst().byWorker()) {
      assertEquals(6, worker.explanations(), "after 4, 8, … 24 of 30 steps");
      assertEquals(0, worker.leftOut());
      assertEquals(60, worker.losses().size());
      assertEquals(Math.min(20, worker.remoteNodes()), worker.topNodes().size());
      assertEquals(12, worker.topColumns().size());
      assertTrue(worker.heldBytes() > 0 && worker.cpuSeconds() > 0);
    }
  }

  /** Bytes of features in the last epoch, long after explanations have taken effect. */
  private long featureBytes(SampledPlan sampled) throws IOException {
    return train(3, Topology.PARTITIONED, plan(Kind.SAGE, sampled))
        .epochs()
        .getLast()
        .cost()
        .bytes()
        .get(Purpose.FEATURES);
  }

  @Test
  void untilTheFirstExplanationIsInForceNothingShows() throws IOException {
    SampledPlan late = both(explain(15, 10, 0, 0.05));
    var explained = train(3, Topology.PARTITIONED, plan(Kind.SAGE, late)).epochs();
    var plain = train(3, Topology.PARTITIONED, plan(Kind.SAGE, sampled())).epochs();
    int before = 2 * 15 / 6;
    assertEquals(EPOCHS, before);
    for (int epoch = 0; epoch < before; epoch++) {
      assertEquals(plain.get(epoch).loss(), explained.get(epoch).loss());
    }
    var early = train(3, Topology.PARTITIONED, plan(Kind.SAGE, both())).epochs();
    assertNotEquals(plain.getLast().loss(), early.getLast().loss());
  }

  private static ImportanceSpec byGradients() {
    return ImportanceSpec.by(OFTEN).from(Source.GRADIENTS).with(new GradientSpec(4, 2, 0.8));
  }

  private static SampledPlan bothByGradients() {
    var columns = new DrawnColumns(new ColumnShare(0.6, Absent.ZERO), byGradients());
    return sampled().with(new DgsSampling(0.1, byGradients())).with(columns);
  }

  @ParameterizedTest
  @EnumSource(names = {"SAGE", "GCN", "GAT"})
  void topologyAndScheduleDoNotShowInGradients(Kind kind) throws IOException {
    SampledPlan guided = bothByGradients();
    String first = train(3, Topology.PARTITIONED, plan(kind, guided)).weightsSha256();
    SampledPlan ahead = guided.with(Schedule.ahead(6));
    assertEquals(first, train(3, Topology.REPLICATED, plan(kind, ahead)).weightsSha256());
    assertTrue(featureBytes(guided) < 0.8 * featureBytes(sampled()));
  }

  @ParameterizedTest
  @CsvSource({
    "EXPLAINED, LAGGED, 3",
    "EXPLAINED, LAGGED, 4",
    "EXPLAINED, LAGGED, 9",
    "EXPLAINED, LAGGED, 12",
    "EXPLAINED, LAGGED, 13",
    "EXPLAINED, LAGGED, 22",
    "EXPLAINED, INLINE, 3",
    "EXPLAINED, INLINE, 13",
    "GRADIENTS, LAGGED, 3",
    "GRADIENTS, LAGGED, 4",
    "GRADIENTS, LAGGED, 13"
  })
  void anInterruptedRunEndsAsAnUndisturbedOne(Source source, Mode mode, int steps)
      throws IOException {
    ShardFolder shards = cut(3, Topology.PARTITIONED);
    SampledPlan guided = source == Source.GRADIENTS ? bothByGradients() : both(OFTEN.with(mode));
    TrainingPlan plan = plan(Kind.SAGE, guided.with(Schedule.ahead(1)));
    String undisturbed = LocalTeam.train(world, shards, plan).getFirst().weightsSha256();
    var checkpoints = Checkpoints.in(folder.resolve("checkpoint"), 1);
    assertThrows(
        IllegalStateException.class,
        () ->
            LocalTeam.train(
                world,
                shards,
                plan,
                checkpoints,
                event -> {
                  if (event instanceof TrainEvent.StepFinished done
                      && done.epoch() * 6 + done.step() == steps) {
                    throw new IllegalStateException("interrupted");
                  }
                },
                null));
    var resumed = LocalTeam.train(world, shards, plan, checkpoints, event -> {}, null);
    assertEquals(undisturbed, resumed.getFirst().weightsSha256());
  }

  /** Batches are prepared so far ahead that they wait for explanations that never begin. */
  @Test
  void aRunThatFailsDoesNotWaitForWhatNeverComes() throws IOException {
    ShardFolder shards = cut(3, Topology.PARTITIONED);
    SampledPlan ahead = both(explain(1, 3, 0, 0.05)).with(Schedule.ahead(6));
    assertThrows(
        IllegalStateException.class,
        () ->
            LocalTeam.train(
                world,
                shards,
                plan(Kind.SAGE, ahead),
                Checkpoints.NONE,
                event -> {
                  if (event instanceof TrainEvent.StepFinished) {
                    throw new IllegalStateException("interrupted");
                  }
                },
                null));
  }

  @Test
  void aloneNothingIsRemote() throws IOException {
    assertEquals(
        train(1, Topology.PARTITIONED, plan(Kind.SAGE, sampled())).weightsSha256(),
        train(1, Topology.PARTITIONED, plan(Kind.SAGE, both())).weightsSha256());
  }

  /** The baseline +RF as in the paper: own rows lose columns, too. */
  @Test
  void columnsOfAllRowsCanBeRestricted() throws IOException {
    String whole = train(1, Topology.PARTITIONED, plan(Kind.SAGE, sampled())).weightsSha256();
    for (Scope scope : Scope.values()) {
      var share = new ColumnShare(0.5, Absent.MEAN, scope, ColumnShare.Budget.COLUMNS);
      SampledPlan random = sampled().with(new RandomColumns(share));
      String alone = train(1, Topology.PARTITIONED, plan(Kind.SAGE, random)).weightsSha256();
      assertEquals(scope == Scope.REMOTE, alone.equals(whole), scope + " of one worker");
    }
    var covered = new ColumnShare(0.5, Absent.ZERO, Scope.ALL, ColumnShare.Budget.COLUMNS);
    SampledPlan fixed = sampled().with(new FixedColumns(covered));
    assertEquals(
        train(2, Topology.PARTITIONED, plan(Kind.SAGE, fixed)).weightsSha256(),
        train(2, Topology.REPLICATED, plan(Kind.SAGE, fixed)).weightsSha256());
  }

  /** The policies that do not pull all columns, one line per registered policy. */
  private static final Map<String, ColumnPolicy> COLUMNS =
      Map.of(
          "random",
          new RandomColumns(0.5, Absent.MEAN),
          "fixed",
          new FixedColumns(new ColumnShare(0.5, Absent.ZERO)),
          "top",
          top(OFTEN),
          "drawn",
          new DrawnColumns(new ColumnShare(0.5, Absent.ZERO), ImportanceSpec.by(OFTEN)));

  @Test
  void everyRegisteredColumnPolicyHasALine() {
    Set<String> registered =
        Policies.of(ColumnPolicy.class).stream()
            .filter(policy -> !policy.make(Values.defaults()).pullsAll())
            .map(Policy::name)
            .collect(Collectors.toSet());
    assertEquals(registered, COLUMNS.keySet());
  }

  static Collection<ColumnPolicy> columns() {
    return COLUMNS.values();
  }

  @ParameterizedTest
  @MethodSource("columns")
  void chosenColumnsAreRepeatable(ColumnPolicy columns) throws IOException {
    SampledPlan random = sampled().with(columns);
    String first = train(3, Topology.PARTITIONED, plan(Kind.SAGE, random)).weightsSha256();
    assertEquals(
        first,
        train(3, Topology.REPLICATED, plan(Kind.SAGE, random.with(Schedule.ahead(3))))
            .weightsSha256());
    assertNotEquals(
        first, train(3, Topology.PARTITIONED, plan(Kind.SAGE, sampled())).weightsSha256());
  }

  @Test
  void samplerAndColumnsShareOneExplainer() throws IOException {
    SampledPlan differing = both().with(top(explain(5, 10, 0, 0.05)));
    var error =
        assertThrows(
            IllegalArgumentException.class,
            () -> train(2, Topology.PARTITIONED, plan(Kind.SAGE, differing)));
    assertTrue(error.getMessage().contains("the same settings for both"), error.getMessage());
  }

  @Test
  void whatDoesNotFitTogetherIsRefused() {
    var rows = new EmbeddingSpec(4, EmbeddingSpec.Update.ORDERED, EmbeddingSpec.Rule.ADAGRAD, 0.1f);
    assertRefused("embeddings=sparse", () -> both().with(rows));
    assertRefused("columns.rate", () -> new ColumnShare(0, Absent.ZERO));
    assertRefused("columns.rate", () -> new RandomColumns(1.5, Absent.ZERO));
    assertRefused("columns.rate", () -> new ColumnShare(-1, Absent.ZERO));
    assertRefused("explain.every", () -> explain(0, 1, 0, 1));
    assertRefused("explain.epochs", () -> explain(1, 0, 0, 1));
    assertRefused("explain.loss", () -> explain(1, 1, -1, 1));
    assertRefused("learning rate of masks", () -> explain(1, 1, 0, 0));
    assertRefused("sampler.deviation", () -> new DgsSampling(2, ImportanceSpec.defaults()));
  }

  private static void assertRefused(String what, Runnable action) {
    var error = assertThrows(IllegalArgumentException.class, action::run);
    assertTrue(error.getMessage().contains(what), error.getMessage());
  }
}
