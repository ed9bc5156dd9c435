package dev.atoll.train.loop;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Transport;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.testkit.Await;
import dev.atoll.train.batch.BatchSource;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.TrainingBatch;
import dev.atoll.train.data.RequiredData;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.evaluate.ObjectiveWork;
import dev.atoll.train.model.Kind;
import dev.atoll.train.model.Model;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.Pass;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.worker.Team;
import dev.atoll.train.worker.Workload;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The promises of every {@link BatchSource}, seen through a model over all neighbours; one subclass
 * per implementation.
 */
@Timeout(180)
abstract class BatchSourceContract {
  static final TrainingPlan WHOLE_GRAPH = TrainingPlan.of(Kind.GCN.layers());

  private static final Limits LIMITS = Limits.DEFAULT.withDeadline(Await.MOST);

  @TempDir private Path folder;
  private final Dataset world = SmallWorld.of(false);
  private final int workers;
  private final TrainingPlan plan;

  BatchSourceContract(int workers, TrainingPlan plan) {
    this.workers = workers;
    this.plan = plan;
  }

  @AfterEach
  void close() {
    world.close();
  }

  /** A team of one worker of the source. */
  abstract Team team(Dataset dataset, Transport transport, Path folder) throws IOException;

  /** Whether a batch has memory of its own, beside that of the data on the device. */
  boolean holdsBatches() {
    return true;
  }

  /** The backend of one worker. */
  Backend backend() {
    return CpuBackend.open(1);
  }

  /** The batches of one worker, and a model to put through them. */
  private record Opened(BatchSource batches, Model model, Backend backend) {
    /** Output rows of the targets of a batch, by node. */
    void run(TrainingBatch batch, Map<Long, float[]> into) {
      try (Workspace workspace = backend.newWorkspace()) {
        Var rows =
            model.forward(Tape.inference(backend.kernels(), workspace), batch, Pass.INFERENCE);
        assertEquals(batch.targetCount(), rows.rows());
        float[] elements = new float[rows.rows() * rows.cols()];
        backend.download(rows.value(), MemorySegment.ofArray(elements));
        MemorySegment ids = batch.rowIds().data();
        for (int row = 0; row < rows.rows(); row++) {
          long node = ids.getAtIndex(JAVA_LONG, row);
          float[] earlier =
              into.put(
                  node, Arrays.copyOfRange(elements, row * rows.cols(), (row + 1) * rows.cols()));
          assertNull(earlier, "node " + node + " is a target twice");
        }
      }
    }

    Map<Long, float[]> epoch(int epoch, Map<Long, float[]> into) {
      for (int step = 0; step < batches.steps(epoch); step++) {
        run(batches.batch(epoch, step), into);
      }
      return into;
    }
  }

  private interface Body {
    void accept(Opened opened);
  }

  private void onEveryWorker(Body body) {
    ThreadRanks.run(
        workers,
        LIMITS,
        transport -> {
          WorkerData data = WorkerData.of(world);
          try (Team team = team(world, transport, folder.resolve("shards"));
              Backend backend = backend();
              DeviceMemory memory = new DeviceMemory(backend)) {
            var parameters = new ParameterFactory(memory, RandomKey.ofSeed(3));
            ObjectiveWork objective = ObjectiveWork.of(data, plan, parameters, backend);
            Model model =
                Model.create(
                    plan.model(),
                    RequiredData.inputWidth(data, plan),
                    objective.outputs(),
                    parameters);
            try (Workload work = team.workload(data, memory, plan, model, objective)) {
              body.accept(new Opened(work.batches(), model, backend));
              team.workers().barrier();
            }
          }
          return null;
        });
  }

  @Test
  void everyTrainingNodeIsATargetOncePerEpoch() {
    Map<Long, float[]> outputs = new ConcurrentHashMap<>();
    onEveryWorker(opened -> opened.epoch(0, outputs));
    assertEquals(
        Arrays.stream(world.split("split").nodes(Split.TRAIN)).boxed().collect(Collectors.toSet()),
        outputs.keySet());
  }

  /** Compares to rounding, as sums over neighbours have another order. */
  @Test
  void outputsAreThoseOfTheWholeGraph() {
    Map<Long, float[]> outputs = new ConcurrentHashMap<>();
    onEveryWorker(opened -> opened.epoch(0, outputs));
    Map<Long, float[]> expected = new ConcurrentHashMap<>();
    BatchSourceContract whole = new FullGraphBatchesContractTest();
    whole.folder = folder;
    whole.onEveryWorker(opened -> opened.epoch(0, expected));
    whole.close();
    assertEquals(expected.keySet(), outputs.keySet());
    expected.forEach((node, row) -> assertArrayEquals(row, outputs.get(node), 1e-5f));
  }

  @Test
  void anotherEpochHasTheSameTargetsAndRows() {
    Map<Long, float[]> first = new ConcurrentHashMap<>();
    Map<Long, float[]> later = new ConcurrentHashMap<>();
    onEveryWorker(
        opened -> {
          opened.epoch(0, first);
          opened.epoch(4, later);
        });
    assertEquals(first.keySet(), later.keySet());
    first.forEach((node, row) -> assertArrayEquals(row, later.get(node), 1e-5f));
  }

  @Test
  void lossesHaveAGradientForEveryTarget() {
    onEveryWorker(
        opened -> {
          for (int step = 0; step < opened.batches().steps(0); step++) {
            TrainingBatch batch = opened.batches().batch(0, step);
            try (Workspace workspace = opened.backend().newWorkspace()) {
              var tape = Tape.inference(opened.backend().kernels(), workspace);
              Var rows = opened.model().forward(tape, batch, Pass.INFERENCE);
              var loss = workspace.matrix(1, 1);
              var gradient = workspace.matrix(rows.rows(), rows.cols());
              batch
                  .loss()
                  .evaluate(
                      opened.backend().kernels(), batch.decode(tape, rows).value(), loss, gradient);
              float[] value = new float[1];
              opened.backend().download(loss, MemorySegment.ofArray(value));
              assertTrue(rows.rows() == 0 || value[0] > 0, "loss " + value[0]);
              float[] elements = new float[rows.rows() * rows.cols()];
              opened.backend().download(gradient, MemorySegment.ofArray(elements));
              for (int row = 0; row < rows.rows(); row++) {
                assertTrue(elements[row * rows.cols()] != 0, "row " + row);
              }
            }
          }
        });
  }

  @Test
  void everyEpochHasStepsAndHoldsMemoryThatIsCounted() {
    onEveryWorker(
        opened -> {
          assertTrue(opened.batches().steps(0) >= 1);
          assertEquals(opened.batches().steps(0), opened.batches().steps(7));
          opened.batches().batch(0, 0);
          assertEquals(holdsBatches(), opened.batches().heldBytes() > 0, "bytes of a batch");
        });
  }

  @Test
  void aStepThatTheEpochDoesNotHaveIsNamed() {
    onEveryWorker(
        opened -> {
          int steps = opened.batches().steps(0);
          for (int step : new int[] {-1, steps}) {
            var error =
                assertThrows(
                    IndexOutOfBoundsException.class, () -> opened.batches().batch(0, step));
            assertEquals(
                "step %d: expected 0 to %d".formatted(step, steps - 1), error.getMessage());
          }
        });
  }

  @Test
  void closedBatchesAreNoLongerGiven() {
    onEveryWorker(
        opened -> {
          opened.batches().close();
          opened.batches().close();
          var error = assertThrows(IllegalStateException.class, () -> opened.batches().batch(0, 0));
          assertEquals("step 0 of closed batches", error.getMessage());
        });
  }
}
