package dev.atoll.train.model;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.Batch;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A stack of layers. Between two of them: {@code dropout(activation(norm(layer(x) + x·W_residual +
 * b)))}, where norm and residual are optional. The same forward serves sampled batches and whole
 * graphs.
 */
public final class Model {
  private final ModelSpec spec;
  private final LinearLayer input;
  private final List<Stage> stages;
  private final LinearLayer output;

  /** A layer with its residual and normalisation; absent parts are null. */
  private record Stage(Layer layer, Parameter residual, Parameter gain, Parameter shift) {
    List<Parameter> parameters() {
      var all = new ArrayList<>(layer.parameters());
      for (Parameter p : new Parameter[] {residual, gain, shift}) {
        if (p != null) {
          all.add(p);
        }
      }
      return all;
    }
  }

  private Model(ModelSpec spec, LinearLayer input, List<Stage> stages, LinearLayer output) {
    this.spec = spec;
    this.input = input;
    this.stages = stages;
    this.output = output;
  }

  /** A new model with random parameters. */
  public static Model create(ModelSpec spec, int inputs, int outputs, ParameterFactory parameters) {
    if (!spec.kind().hasWeights()) {
      return new Model(spec, null, List.of(), null);
    }
    LinearLayer input =
        spec.linearInput()
            ? LinearLayer.create(parameters.within("input"), inputs, spec.hidden())
            : null;
    int width = spec.linearInput() ? spec.hidden() : inputs;
    var stages = new ArrayList<Stage>();
    for (int i = 0; i < spec.layers(); i++) {
      boolean last = i == spec.layers() - 1 && !spec.linearOutput();
      var shape = new LayerKind.Shape(i, width, last ? outputs : spec.hidden(), last);
      Stage stage = stage(spec, shape, parameters.within("layers." + i));
      stages.add(stage);
      width = stage.layer.outputs();
    }
    LinearLayer output =
        spec.linearOutput()
            ? LinearLayer.create(parameters.within("output"), width, outputs)
            : null;
    return new Model(spec, input, stages, output);
  }

  private static Stage stage(ModelSpec spec, LayerKind.Shape shape, ParameterFactory parameters) {
    Layer layer = spec.kind().layer(spec, shape, parameters);
    if (layer.outputs() != shape.outputs()) {
      throw new IllegalArgumentException(
          "layer %d: expected target rows of width %d (LayerKind.Shape.outputs), %s gives %d"
              .formatted(
                  shape.place(),
                  shape.outputs(),
                  layer.getClass().getSimpleName(),
                  layer.outputs()));
    }
    boolean surrounded = !shape.last();
    int inputs = shape.inputs();
    int outputs = shape.outputs();
    return new Stage(
        layer,
        surrounded && spec.residual() ? parameters.glorot("residual", inputs, outputs) : null,
        surrounded && spec.norm() ? parameters.ones("norm.gain", outputs) : null,
        surrounded && spec.norm() ? parameters.zeros("norm.shift", outputs) : null);
  }

  public ModelSpec spec() {
    return spec;
  }

  /** All trained matrices, in a fixed order. */
  public List<Parameter> parameters() {
    var all = new ArrayList<Parameter>();
    if (input != null) {
      all.addAll(input.parameters());
    }
    stages.forEach(s -> all.addAll(s.parameters()));
    if (output != null) {
      all.addAll(output.parameters());
    }
    return all;
  }

  /** The parameters that input rows are multiplied by: row i of each goes with input column i. */
  public List<Parameter> inputWeights() {
    if (input != null) {
      return List.of(input.weight());
    }
    Stage first = stages.getFirst();
    var weights = new ArrayList<>(first.layer.inputWeights());
    if (first.residual != null) {
      weights.add(first.residual);
    }
    return weights;
  }

  /** The ways in which the layers weigh their edges. */
  public Set<EdgeNorm> norms() {
    var norms = EnumSet.noneOf(EdgeNorm.class);
    stages.forEach(s -> norms.add(s.layer.norm()));
    if (roundsWithoutWeights() > 0) {
      norms.add(EdgeNorm.SYMMETRIC);
    }
    return norms;
  }

  /**
   * Elements that are exchanged for a node before a layer other than the first.
   *
   * @param embeddings whether they are sent before they are multiplied by weights
   */
  public int exchangedWidth(int layer, boolean embeddings) {
    if (layer >= stages.size()) {
      return 0;
    }
    return embeddings
        ? stages.get(layer - 1).layer.outputs()
        : stages.get(layer).layer.neighborWidth();
  }

  /** Whether input rows are multiplied by trained weights. */
  public boolean hasWeights() {
    return !stages.isEmpty();
  }

  /** Whether dense input rows are multiplied by weights before the first aggregation. */
  public boolean multipliesInputFirst() {
    return input != null || (hasWeights() && !stages.getFirst().layer.norm().isSum());
  }

  /** Whether input rows, which never change, are read only in sums over neighbours. */
  public boolean sumsInput() {
    return input == null
        && spec.inputDropout() == 0
        && !stages.isEmpty()
        && stages.getFirst().layer.norm().isSum();
  }

  /** Whether input rows are not read besides {@link #sumsInput their sums}. */
  public boolean readsSumsAlone() {
    return sumsInput()
        && !stages.getFirst().layer.readsOwnRows()
        && stages.getFirst().residual == null;
  }

  /** Rounds of message passing. */
  public int rounds() {
    return hasWeights() ? stages.size() : roundsWithoutWeights();
  }

  /** Rounds after which rows are {@linkplain #embed embeddings}. */
  public int embeddingRounds() {
    return output == null ? Math.max(0, stages.size() - 1) : stages.size();
  }

  /**
   * The width of a node's row after the given number of rounds, as stored between two rounds.
   *
   * @param inputs the width of input rows
   */
  public int widthAfter(int rounds, int inputs) {
    if (rounds == 0 || stages.isEmpty()) {
      return input == null ? inputs : spec.hidden();
    }
    return stages.get(rounds - 1).layer.outputs();
  }

  /**
   * The width of a node's output.
   *
   * @param inputs the width of input rows
   */
  public int outputWidth(int inputs) {
    return output == null ? widthAfter(rounds(), inputs) : output.bias().value().cols();
  }

  /** The way in which a round weighs its edges. */
  public EdgeNorm norm(int round) {
    return stages.isEmpty() ? EdgeNorm.SYMMETRIC : stages.get(round).layer.norm();
  }

  /**
   * Computes one round of inference: target rows from source rows, which are input rows in the
   * first round.
   *
   * @param input the input rows of the targets; read by models without weights
   */
  public Var round(int round, DeviceBlock block, Var sources, Supplier<Var> input) {
    if (stages.isEmpty()) {
      return roundWithoutWeights(block, sources, input);
    }
    Var x = round == 0 ? entered(sources) : sources;
    Stage stage = stages.get(round);
    Var sum = message(stage, block, x.retain(), Pass.INFERENCE);
    return isLast(round)
        ? sum.addRow(sum.tape().use(stage.layer.bias()))
        : activated(stage, sum, Dropout.NONE);
  }

  /** Whether a round gives outputs. */
  private boolean isLast(int round) {
    return output == null && round == stages.size() - 1;
  }

  /** Outputs from the rows of nodes after the last round. */
  public Var outputs(Var rows) {
    if (stages.isEmpty()) {
      return rows.scale(1f / (roundsWithoutWeights() + 1));
    }
    return output == null ? rows : output.forward(rows);
  }

  /** One row of outputs for every target of the batch's last block, in full precision. */
  public Var forward(Tape tape, Batch batch, Pass pass) {
    return outputs(tape, batch, pass).inFull();
  }

  private Var outputs(Tape tape, Batch batch, Pass pass) {
    Var x = embed(tape, batch, pass);
    if (stages.isEmpty()) {
      return withoutWeights(tape, batch, x);
    }
    if (output != null) {
      return output.forward(x);
    }
    int last = stages.size() - 1;
    Stage stage = stages.get(last);
    return message(stage, batch, last, x, pass).addRow(tape.use(stage.layer.bias()));
  }

  /** {@code X + A(X + A(X + …))} over the rounds, divided by how many terms that has. */
  private Var withoutWeights(Tape tape, Batch batch, Var input) {
    Var x = input.retain();
    for (int i = 0; i < roundsWithoutWeights(); i++) {
      DeviceBlock block = batch.block(i);
      x =
          tape.step(
              x,
              last -> roundWithoutWeights(block, last, () -> input.firstRows(block.targetCount())));
    }
    return outputs(x.firstRows(batch.targetCount()));
  }

  private int roundsWithoutWeights() {
    return stages.isEmpty() && spec.kind().readsNeighbors() ? spec.layers() : 0;
  }

  /** The order of these operations is that in which gradients are added up on the way back. */
  private static Var roundWithoutWeights(DeviceBlock block, Var x, Supplier<Var> input) {
    return block.aggregate(x, EdgeNorm.SYMMETRIC).add(input.get());
  }

  /** The rows that the first round reads, from input rows. */
  public Var entered(Var rows) {
    return input == null ? rows : input.forward(rows);
  }

  /** The rows that the output is made from: an embedding of the nodes. */
  public Var embed(Tape tape, Batch batch, Pass pass) {
    Var x = batch.input(tape);
    x = x.dropout(pass.dropout(spec.inputDropout(), "input", 0, batch.rowIds()));
    x = entered(x);
    for (int i = 0; i < embeddingRounds(); i++) {
      int place = i;
      x = tape.step(x, last -> hidden(last, batch, place, pass));
    }
    return x;
  }

  private Var hidden(Var x, Batch batch, int place, Pass pass) {
    Stage stage = stages.get(place);
    Var sum = message(stage, batch, place, x, pass);
    return activated(
        stage, sum, dropsLater(batch, place + 1) ? Dropout.NONE : dropout(batch, place, pass));
  }

  private Dropout dropout(Batch batch, int place, Pass pass) {
    return pass.dropout(spec.dropout(), "hidden", place, batch.rowIds());
  }

  /** Whether a layer drops its own input, since its peers are sent it as it is before. */
  private boolean dropsLater(Batch batch, int place) {
    return place > 0 && place < stages.size() && batch.block(place).exchangesEmbeddings();
  }

  private Var message(Stage stage, Batch batch, int i, Var input, Pass pass) {
    DeviceBlock block = batch.block(i);
    Var x = input.retain();
    if (dropsLater(batch, i)) {
      Dropout dropout = dropout(batch, i - 1, pass);
      x = input.dropout(dropout).retain();
      block = block.reading(input, x, dropout);
    }
    return message(stage, block, x, pass);
  }

  private static Var message(Stage stage, DeviceBlock block, Var x, Pass pass) {
    Var sum = stage.layer.forward(block, x, pass);
    if (stage.residual == null) {
      return sum;
    }
    Var own = x.isSparse() ? x : x.firstRows(block.targetCount());
    return sum.addMatmul(own, x.tape().use(stage.residual));
  }

  private Var activated(Stage stage, Var sum, Dropout dropout) {
    Tape tape = sum.tape();
    Var bias = tape.use(stage.layer.bias());
    Activation activation = spec.kind().activation();
    return stage.gain == null
        ? sum.activate(activation, bias, dropout)
        : sum.addRow(bias)
            .layerNorm(tape.use(stage.gain), tape.use(stage.shift))
            .activate(activation, null, dropout);
  }
}
