package dev.atoll.train.model.gat;

import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.model.Layer;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.Pass;
import java.util.List;

/**
 * Graph attention of Veličković et al. (ICLR 2018), {@code heads} times side by side: with {@code Z
 * = X·W},
 *
 * <pre>
 *   α(v,u) = softmax over u of LeakyReLU(⟨a_target, z_v⟩ + ⟨a_source, z_u⟩),   out_v = Σ_u α(v,u)·z_u
 * </pre>
 *
 * The heads are concatenated, or averaged in an output layer.
 *
 * @param weight inputs × (heads · width)
 * @param toTarget 1 × (heads · width)
 * @param toSource 1 × (heads · width)
 * @param bias 1 × outputs
 * @param place this layer's number, for the key of its attention dropout
 */
public record GatLayer(
    Parameter weight,
    Parameter toTarget,
    Parameter toSource,
    Parameter bias,
    int heads,
    boolean averaged,
    float attentionDropout,
    int place)
    implements Layer {
  static GatLayer create(
      ParameterFactory parameters,
      int inputs,
      int width,
      int heads,
      boolean averaged,
      float attentionDropout,
      int place) {
    return new GatLayer(
        parameters.glorot("weight", inputs, heads * width),
        parameters.glorotRow("toTarget", heads, width),
        parameters.glorotRow("toSource", heads, width),
        parameters.zeros("bias", averaged ? width : heads * width),
        heads,
        averaged,
        attentionDropout,
        place);
  }

  @Override
  public int outputs() {
    return bias.value().cols();
  }

  @Override
  public EdgeNorm norm() {
    return EdgeNorm.ATTENTION;
  }

  @Override
  public int neighborWidth() {
    return weight.value().cols();
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(weight, toTarget, toSource, bias);
  }

  @Override
  public List<Parameter> inputWeights() {
    return List.of(weight);
  }

  @Override
  public Var forward(DeviceBlock block, Var sources, Pass pass) {
    Tape tape = sources.tape();
    Var z =
        block.exchangesEmbeddings()
            ? block.lift(sources).matmul(tape.use(weight))
            : block.lift(sources.matmul(tape.use(weight)));
    Var target =
        z.edgeDot(block.sourceColumn(), tape.use(toTarget), heads).firstRows(block.targetCount());
    Var source = z.edgeDot(block.sourceColumn(), tape.use(toSource), heads);
    Dropout dropout = pass.dropout(attentionDropout, "attention", place, block.edgeIds());
    Var sum = block.attend(z, target, source, dropout);
    return averaged ? sum.meanHeads(heads) : sum;
  }
}
