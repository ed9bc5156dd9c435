package dev.atoll.train.loop;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.DatasetNames;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.partition.simple.RandomPartitioner;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.TrainingBatch;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.evaluate.ObjectiveWork;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.inference.Inference;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.Model;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.Pass;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.sampling.UniformSampling;
import dev.atoll.train.sampling.neighbors.UnfusedSampling;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import dev.atoll.train.store.embedding.EmbeddingSpec.Rule;
import dev.atoll.train.store.embedding.EmbeddingSpec.Update;
import dev.atoll.train.store.embedding.EmbeddingTable;
import dev.atoll.train.weights.Safetensors;
import dev.atoll.train.worker.ShardTeam;
import dev.atoll.train.worker.Team;
import dev.atoll.train.worker.Workload;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests learnable rows: many workers give the result of one, wherever rows are stored. */
class EmbeddingTrainingTest {
  private static final int EPOCHS = 3;
  private static final int WIDTH = 12;

  @TempDir private Path folder;
  private Dataset cora;
  private Dataset bare;

  @BeforeEach
  void open() throws IOException {
    cora = DatasetCatalog.standard().open("cora");
    bare =
        new Dataset(
            "bare",
            cora.graph(),
            Optional.empty(),
            cora.labels(),
            cora.splits(),
            cora.metric(),
            Optional.empty(),
            Optional.empty(),
            DatasetNames.NONE,
            cora.memory());
  }

  @AfterEach
  void close() {
    cora.close();
  }

  @ParameterizedTest
  @CsvSource({"SAGE,ADAGRAD,2", "GCN,ADAM,3", "GAT,ADAGRAD,2"})
  void manyWorkersAreOne(Kind kind, Rule rule, int workers) throws IOException {
    var plan = plan(kind, spec(Update.ORDERED, rule), Fanouts.of(Fanouts.ALL, Fanouts.ALL), 4096);
    List<Double> one = losses(train(bare, 1, plan));
    List<Double> many = losses(train(bare, workers, plan));
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      assertEquals(one.get(epoch), many.get(epoch), 1e-5 * one.get(epoch));
    }
    assertTrue(one.getLast() < one.getFirst());
  }

  @Test
  void topologyFusionAndPrefetchDoNotShow() throws IOException {
    var base =
        new SampledPlan(
                32,
                Fanouts.of(5, 3),
                new UniformSampling(),
                Shuffle.LOCAL,
                Schedule.ahead(0),
                RowCodec.fp32())
            .with(spec(Update.ORDERED, Rule.ADAM));
    var other =
        new SampledPlan(
                32,
                Fanouts.of(5, 3),
                new UnfusedSampling(),
                Shuffle.LOCAL,
                Schedule.ahead(2),
                RowCodec.fp32())
            .with(spec(Update.ORDERED, Rule.ADAM));
    var partitioned = train(cora, shards(3, Topology.PARTITIONED), plan(Kind.SAGE).with(base));
    var replicated = train(cora, shards(3, Topology.REPLICATED), plan(Kind.SAGE).with(other));
    assertEquals(losses(partitioned), losses(replicated));
    assertEquals(partitioned.weightsSha256(), replicated.weightsSha256());
  }

  @Test
  void rowsAreFetchedAndTheirGradientsBroughtHome() throws IOException {
    var plan = plan(Kind.SAGE, spec(Update.ORDERED, Rule.ADAGRAD), Fanouts.of(4, 4), 4096);
    var cost = train(bare, 2, plan).epochs().getLast().cost();
    long row = Integer.BYTES + WIDTH * Float.BYTES;
    int workers = 2;
    long headers = (long) workers * Integer.BYTES;
    assertEquals(2 * cost.reads().peer() * row + headers, cost.bytes().get(Purpose.FEATURES));
  }

  @Test
  void withoutWaitingItLearnsToo() throws IOException {
    var plan = plan(Kind.SAGE, spec(Update.ASYNC, Rule.ADAGRAD), Fanouts.of(4, 4), 40);
    List<Double> losses = losses(train(cora, 2, plan.forEpochs(8)));
    assertTrue(losses.getLast() < losses.getFirst(), losses.toString());
  }

  @Test
  void featuresAreNeededWhereNodesLearnNoRows() {
    var plan = plan(Kind.SAGE).with(SampledPlan.of(Fanouts.of(4, 4)));
    var error = assertThrows(RuntimeException.class, () -> train(bare, 1, plan));
    assertTrue(causes(error).contains("TrainingPlan.embeddings"), causes(error));
    try (var cpu = CpuBackend.open(1)) {
      assertThrows(BadDataException.class, () -> Training.open(bare, cpu, plan(Kind.SAGE)).close());
    }
  }

  @Test
  void whatWasLearntScoresTheSameOnTheWholeGraph() throws IOException {
    var plan = plan(Kind.SAGE, spec(Update.ORDERED, Rule.ADAGRAD), Fanouts.of(Fanouts.ALL, 4), 64);
    Path file = folder.resolve("weights.safetensors");
    var results =
        LocalTeam.train(
            cora, shards(2, Topology.PARTITIONED), plan, Checkpoints.NONE, e -> {}, file);
    try (var cpu = CpuBackend.open(1);
        Arena arena = Arena.ofShared();
        var trained = Inference.open(cora, cpu, plan, Safetensors.read(file, arena))) {
      assertEquals(results.getFirst().evaluation(), trained.evaluate());
    }
  }

  @Test
  void anInterruptedRunEndsAsAnUndisturbedOne() throws IOException {
    ShardFolder shards = shards(2, Topology.PARTITIONED);
    var plan = plan(Kind.SAGE, spec(Update.ORDERED, Rule.ADAM), Fanouts.of(4, 4), 20);
    String undisturbed = train(cora, shards, plan).weightsSha256();
    var checkpoints = Checkpoints.in(folder.resolve("checkpoint.safetensors"), 3);
    LocalTeam.interrupt(cora, shards, plan, checkpoints, 0);
    assertEquals(2, rowFiles().size());
    var resumed = LocalTeam.train(cora, shards, plan, checkpoints, e -> {}, null).getFirst();
    assertEquals(undisturbed, resumed.weightsSha256());
  }

  @Test
  void aCheckpointWithoutItsRowsIsRefused() throws IOException {
    ShardFolder shards = shards(2, Topology.PARTITIONED);
    var plan = plan(Kind.SAGE, spec(Update.ORDERED, Rule.ADAM), Fanouts.of(4, 4), 20);
    var checkpoints = Checkpoints.in(folder.resolve("checkpoint.safetensors"), 3);
    LocalTeam.interrupt(cora, shards, plan, checkpoints, 0);
    Path rows = rowFiles().getLast();
    byte[] bytes = Files.readAllBytes(rows);
    bytes[bytes.length - 5] ^= 1;
    Files.write(rows, bytes);
    String damaged = refusal(shards, plan, checkpoints);
    assertTrue(damaged.contains("damaged"), damaged);
    Files.delete(rows);
    String missing = refusal(shards, plan, checkpoints);
    assertTrue(missing.contains("missing"), missing);
  }

  private String refusal(ShardFolder shards, TrainingPlan plan, Checkpoints checkpoints) {
    return causes(
        assertThrows(
            RuntimeException.class,
            () -> LocalTeam.train(cora, shards, plan, checkpoints, e -> {}, null)));
  }

  private List<Path> rowFiles() throws IOException {
    var files = new ArrayList<Path>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "checkpoint*.worker-*")) {
      found.forEach(files::add);
    }
    files.sort(null);
    return files;
  }

  /**
   * After its first step, Adagrad's moment is the squared gradient. One layer is smooth: no ReLU
   * has its kink within the difference.
   */
  @Test
  void theGradientOfARowIsItsFiniteDifference() throws IOException {
    var sampled =
        new SampledPlan(
                4096,
                Fanouts.of(4),
                new UniformSampling(),
                Shuffle.LOCAL,
                Schedule.ahead(0),
                RowCodec.fp32())
            .with(spec(Update.ORDERED, Rule.ADAGRAD));
    TrainingPlan plan = oneLayer().with(sampled);
    ShardFolder shards = shards(1, Topology.PARTITIONED);
    ThreadRanks.run(
        1,
        Limits.DEFAULT,
        transport -> {
          try (var cpu = CpuBackend.open(1);
              var memory = new DeviceMemory(cpu);
              var team = ShardTeam.join(transport, shards, true)) {
            checkGradient(plan, cpu, memory, team);
          }
          return null;
        });
  }

  private void checkGradient(TrainingPlan plan, Backend cpu, DeviceMemory memory, Team team) {
    var parameters = new ParameterFactory(memory, RandomKey.ofSeed(1));
    Model model =
        Model.create(plan.model(), WIDTH, bare.labels().orElseThrow().classes(), parameters);
    ObjectiveWork task = ObjectiveWork.of(WorkerData.of(bare), plan, parameters, cpu);
    try (Workload work = team.workload(WorkerData.of(bare), memory, plan, model, task)) {
      EmbeddingTable table = work.embeddings().orElseThrow().table();
      Map<String, Matrix> state = new HashMap<>();
      table.forEachMatrix(state::put);
      TrainingBatch batch = work.batches().batch(0, 0);
      lossAndGradient(model, batch, cpu, true);
      batch.pushGradients();
      Matrix rows = state.get("rows");
      MemorySegment moved = Arena.ofAuto().allocate(rows.data().byteSize()).copyFrom(rows.data());
      table.restoreBest();
      int checked = 0;
      for (int row = 0; checked < 20; row += 7) {
        long at = row * rows.rowBytes() + (row % WIDTH) * (long) Float.BYTES;
        double size = Math.sqrt(state.get("moment1").data().get(JAVA_FLOAT, at));
        if (size > 1e-4) {
          float down = rows.data().get(JAVA_FLOAT, at) - moved.get(JAVA_FLOAT_UNALIGNED, at);
          double expected = Math.signum(down) * size;
          double found = slope(model, work, cpu, rows, at);
          assertEquals(expected, found, 0.02 * size + 2e-5, "row " + row);
          checked++;
        }
      }
    }
  }

  private static double slope(Model model, Workload work, Backend cpu, Matrix rows, long at) {
    float step = 0.02f;
    float middle = rows.data().get(JAVA_FLOAT, at);
    rows.data().set(JAVA_FLOAT, at, middle + step);
    double above = lossAndGradient(model, work.batches().batch(0, 0), cpu, false);
    rows.data().set(JAVA_FLOAT, at, middle - step);
    double below = lossAndGradient(model, work.batches().batch(0, 0), cpu, false);
    rows.data().set(JAVA_FLOAT, at, middle);
    return (above - below) / (2 * step);
  }

  private static double lossAndGradient(
      Model model, TrainingBatch batch, Backend cpu, boolean backward) {
    try (var workspace = cpu.newWorkspace()) {
      var tape = Tape.recording(cpu.kernels(), workspace);
      Var logits = model.forward(tape, batch, Pass.INFERENCE);
      Matrix loss = workspace.matrix(1, 1);
      Matrix grad = workspace.matrix(logits.rows(), logits.cols());
      batch.loss().evaluate(cpu.kernels(), logits.value(), loss, grad);
      if (backward) {
        tape.backward(logits, grad);
      }
      return loss.data().get(JAVA_FLOAT, 0);
    }
  }

  private TrainingResult train(Dataset dataset, int workers, TrainingPlan plan) throws IOException {
    return train(dataset, shards(workers, Topology.PARTITIONED), plan);
  }

  private static TrainingResult train(Dataset dataset, ShardFolder shards, TrainingPlan plan) {
    return LocalTeam.trainAlike(dataset, shards, plan);
  }

  private ShardFolder shards(int workers, Topology topology) throws IOException {
    Path shards = folder.resolve(topology + "-" + workers);
    return LocalTeam.cut(cora, new RandomPartitioner(), workers, topology, shards);
  }

  private static EmbeddingSpec spec(Update update, Rule rule) {
    return new EmbeddingSpec(WIDTH, update, rule, 0.05f);
  }

  private static TrainingPlan oneLayer() {
    var model = new ModelSpec(Kind.SAGE.layers(), 1, 8, 0, 0, false, false, false, false);
    return plan(Kind.SAGE).with(model);
  }

  private static TrainingPlan plan(Kind kind) {
    return TrainingPlan.of(kind.layers()).forEpochs(EPOCHS);
  }

  private static TrainingPlan plan(Kind kind, EmbeddingSpec spec, Fanouts fanouts, int batch) {
    return plan(kind)
        .with(
            new SampledPlan(
                    batch,
                    fanouts,
                    new UniformSampling(),
                    Shuffle.LOCAL,
                    Schedule.ahead(1),
                    RowCodec.fp32())
                .with(spec));
  }

  private static List<Double> losses(TrainingResult result) {
    return result.epochs().stream().map(EpochFinished::loss).toList();
  }

  private static String causes(Throwable t) {
    var text = new StringBuilder();
    for (Throwable cause = t; cause != null; cause = cause.getCause()) {
      text.append(cause.getMessage()).append('\n');
    }
    return text.toString();
  }
}
