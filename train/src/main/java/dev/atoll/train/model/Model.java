package dev.atoll.train.model;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.Batch;
import dev.atoll.train.batch.DeviceBlock;
import dev.atoll.train.batch.EdgeNorm;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

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
    if (spec.kind() == ModelSpec.Kind.LIGHT) {
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

  /** Whether neighbours' input rows are read in sums alone, which never change. */
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
    int rounds = spec.kind() == ModelSpec.Kind.LIGHT ? spec.layers() : 0;
    for (int i = 0; i < rounds; i++) {
      DeviceBlock block = batch.block(i);
      x =
          tape.step(
              x,
              last ->
                  block
                      .aggregate(last, EdgeNorm.SYMMETRIC)
                      .add(input.firstRows(block.targetCount())));
    }
    return x.firstRows(batch.targetCount()).scale(1f / (rounds + 1));
  }

  /** The rows that the output is made from: an embedding of the nodes. */
  public Var embed(Tape tape, Batch batch, Pass pass) {
    Var x = batch.input(tape);
    x = x.dropout(pass.dropout(spec.inputDropout(), "input", 0, batch.rowIds()));
    if (input != null) {
      x = input.forward(x);
    }
    int hidden = output == null ? Math.max(0, stages.size() - 1) : stages.size();
    for (int i = 0; i < hidden; i++) {
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
