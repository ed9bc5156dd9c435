package dev.atoll.train.inference;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Workspace;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.cost.PhaseTimes;
import dev.atoll.train.cost.Timeline;
import dev.atoll.train.data.RequiredData;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.evaluate.Evaluator;
import dev.atoll.train.evaluate.ObjectiveWork;
import dev.atoll.train.event.Evaluation;
import dev.atoll.train.event.NodeRows;
import dev.atoll.train.inference.output.NodeOutputs;
import dev.atoll.train.inference.output.NodeOutputs.Kind;
import dev.atoll.train.metric.FiniteNumbers;
import dev.atoll.train.model.Model;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.weights.Safetensors;
import dev.atoll.train.weights.Weights;
import dev.atoll.train.worker.EmbeddedFeatures;
import dev.atoll.train.worker.Resources;
import dev.atoll.train.worker.ShardTeam;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;

/**
 * The scores and predictions of a model, with all neighbours of every node: of a training as it is
 * now, or of a trained model on a whole graph.
 *
 * <pre>{@code
 * try (Inference inference = Inference.open(dataset, backend, plan, weights);
 *     Arena arena = Arena.ofShared()) {
 *   double accuracy = inference.evaluate().test().main();
 *   NodeRows logits = inference.logits(arena);
 * }
 * }</pre>
 */
public final class Inference implements AutoCloseable {
  private final ObjectiveWork objective;
  private final Evaluator evaluator;
  private final NodeOutputs outputs;
  private final long[] ids;
  private final Workspace workspace;
  private final PhaseTimes times;
  private final Resources opened;

  /**
   * The inference of a training, or of {@link #open a trained model}.
   *
   * @param outputs of this worker's nodes
   * @param ids the nodes of their rows, in the dataset's own numbers
   * @param workspace for values on the way
   * @param opened closed with this
   */
  public Inference(
      ObjectiveWork objective,
      Evaluator evaluator,
      NodeOutputs outputs,
      long[] ids,
      Workspace workspace,
      PhaseTimes times,
      Resources opened) {
    this.objective = objective;
    this.evaluator = evaluator;
    this.outputs = outputs;
    this.ids = ids;
    this.workspace = workspace;
    this.times = times;
    this.opened = opened;
  }

  /**
   * Opens a model that was trained, with the weights it has learnt, on a whole graph. However many
   * workers have trained it, one is enough.
   *
   * @param dataset stays open as long as this
   */
  public static Inference open(
      Dataset dataset, Backend backend, TrainingPlan plan, Safetensors weights) {
    var opened = new Resources();
    try {
      WorkerData data = WorkerData.of(dataset);
      TrainingPlan applied = plan;
      if (plan.embeddings().isPresent()) {
        Arena memory = opened.add(Arena.ofShared());
        data =
            WorkerData.of(
                EmbeddedFeatures.of(
                    dataset, plan, weights.tensors().get(Weights.EMBEDDINGS), memory));
        applied = plan.onWholeGraph();
      }
      return open(data, backend, applied, weights, opened);
    } catch (RuntimeException | Error e) {
      opened.closeAfter(e);
      throw e;
    }
  }

  private static Inference open(
      WorkerData data, Backend backend, TrainingPlan plan, Safetensors weights, Resources opened) {
    ShardTeam team = opened.add(ShardTeam.single(data.graph()));
    var memory = opened.add(new DeviceMemory(backend));
    var factory = new ParameterFactory(memory, RandomKey.ofSeed(plan.seed()).child("parameters"));
    ObjectiveWork objective = ObjectiveWork.of(data, plan, factory, backend);
    Model model =
        Model.create(
            plan.model(), RequiredData.inputWidth(data, plan), objective.outputs(), factory);
    Weights.upload(weights, objective.with(model.parameters()), backend);
    NodeOutputs outputs = opened.add(team.outputs(data, memory, plan, model));
    return new Inference(
        objective,
        team.evaluator(objective, team.coreIds(), Optional.empty()),
        outputs,
        team.coreIds(),
        opened.add(backend.newWorkspace()),
        team.times(),
        opened);
  }

  /** Scores the model. All workers ask together. */
  public Evaluation evaluate() {
    long begun = System.nanoTime();
    try (Arena scratch = Arena.ofShared()) {
      MemorySegment found = compute(Kind.OUTPUTS, evaluator.rows(ids.length), scratch);
      FiniteNumbers.requireOutputs(found);
      return evaluator.score(found);
    } finally {
      times.note("evaluate", "evaluate", Timeline.NO_STEP, begun, System.nanoTime());
    }
  }

  /**
   * Computes the outputs that an evaluation reads, without scoring them: it takes the memory that
   * evaluations take. All workers call it together.
   */
  public void prepare() {
    try (Arena scratch = Arena.ofShared()) {
      compute(Kind.OUTPUTS, evaluator.rows(ids.length), scratch);
    }
  }

  /**
   * One row of logits per node of this worker, in the dataset's own order. All workers call it
   * together.
   */
  public NodeRows logits(Arena into) {
    return inDatasetOrder(Kind.OUTPUTS, into);
  }

  /**
   * The rows that logits are computed from, or that pairs are scored by: one per node of this
   * worker, in the dataset's own order. All workers ask together.
   */
  public NodeRows embeddings(Arena into) {
    return inDatasetOrder(objective.classifiesNodes() ? Kind.EMBEDDINGS : Kind.OUTPUTS, into);
  }

  /**
   * The scores of node pairs: one per pair, or one per pair and relation.
   *
   * @param relations the relations of the pairs; zeros if there is only one
   */
  public float[] scores(int[] heads, int[] tails, int[] relations) {
    try (Arena scratch = Arena.ofShared()) {
      return objective.scores(logits(scratch), heads, tails, relations);
    }
  }

  /** Peak bytes held for inference in addition to the memory of training. */
  public long heldBytes() {
    return outputs.heldBytes();
  }

  private NodeRows inDatasetOrder(Kind kind, Arena into) {
    long[] idAndRow = new long[ids.length];
    Arrays.setAll(idAndRow, row -> ids[row] << Integer.SIZE | row);
    Arrays.sort(idAndRow);
    int[] rows = Arrays.stream(idAndRow).mapToInt(each -> (int) each).toArray();
    return new NodeRows(ids.length, outputs.width(kind), compute(kind, rows, into));
  }

  private MemorySegment compute(Kind kind, int[] rows, Arena into) {
    long elements = (long) rows.length * outputs.width(kind);
    MemorySegment found = into.allocate(JAVA_FLOAT, Math.max(1, elements));
    outputs.write(kind, rows, workspace, found.asSlice(0, elements * Float.BYTES));
    return found.asSlice(0, elements * Float.BYTES);
  }

  @Override
  public void close() {
    opened.close();
  }
}
