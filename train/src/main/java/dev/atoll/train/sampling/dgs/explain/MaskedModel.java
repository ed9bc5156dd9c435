package dev.atoll.train.sampling.dgs.explain;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.Batch;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.model.Model;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.Pass;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A copy of a model in which a mask acts on the columns of input rows. It multiplies the rows of
 * the weights that input rows are multiplied by, which equals multiplying columns and also works
 * for sparse features.
 *
 * <p>Where own rows are never cut, the weights are there twice: rows of own nodes have their
 * columns first and zeros after them, rows of remote nodes the reverse, and only the second half is
 * masked.
 */
final class MaskedModel {
  private final Backend backend;
  private final Model model;
  private final List<MaskedRows> inputWeights;

  /** The first masked row of input weights: 0, or the width of input rows. */
  private final int first;

  /**
   * @param memory of the host
   * @param inputs the width of input rows
   * @param ownRowsWhole whether the mask acts on remote rows alone
   */
  MaskedModel(DeviceMemory memory, ModelSpec spec, int inputs, int outputs, boolean ownRowsWhole) {
    this.backend = memory.backend();
    this.first = ownRowsWhole ? inputs : 0;
    this.model =
        Model.create(spec, first + inputs, outputs, new ParameterFactory(memory, new RandomKey(0)));
    this.inputWeights = model.inputWeights().stream().map(p -> new MaskedRows(p, first)).toList();
  }

  /** Whether rows of remote nodes have columns of their own. */
  boolean setsRemoteApart() {
    return first > 0;
  }

  /**
   * Takes weights, unmasked.
   *
   * @param weights the elements of the parameters of the model that is explained, in their order
   */
  void load(List<MemorySegment> weights) {
    List<Parameter> parameters = model.parameters();
    List<Parameter> ofInput = model.inputWeights();
    for (int i = 0; i < parameters.size(); i++) {
      Matrix into = parameters.get(i).value();
      if (setsRemoteApart() && ofInput.contains(parameters.get(i))) {
        backend.upload(weights.get(i), into.rowsView(0, first));
        backend.upload(weights.get(i), into.rowsView(first, 2 * first));
      } else {
        backend.upload(weights.get(i), into);
      }
    }
    inputWeights.forEach(MaskedRows::remember);
  }

  Var forward(Tape tape, Batch batch) {
    return model.forward(tape, batch, Pass.INFERENCE);
  }

  /** Sets the mask, one factor per column. */
  void mask(float... columns) {
    inputWeights.forEach(rows -> rows.scale(columns));
  }

  /** Adds the gradients of the mask in the last backward pass. */
  void addGradients(float... ofColumns) {
    inputWeights.forEach(rows -> rows.addGradients(ofColumns));
  }

  /** Weights of which the rows from some one on are multiplied by the mask. */
  private static final class MaskedRows {
    private final Parameter parameter;
    private final int first;
    private final float[][] plain;

    MaskedRows(Parameter parameter, int first) {
      this.parameter = parameter;
      this.first = first;
      Matrix value = parameter.value();
      this.plain = new float[value.rows() - first][value.cols()];
    }

    private long at(Matrix matrix, int column) {
      return (first + column) * matrix.rowBytes();
    }

    private void remember() {
      Matrix value = parameter.value();
      for (int r = 0; r < plain.length; r++) {
        MemorySegment.copy(value.data(), JAVA_FLOAT, at(value, r), plain[r], 0, value.cols());
      }
    }

    private void scale(float... factors) {
      Matrix value = parameter.value();
      float[] row = new float[value.cols()];
      for (int r = 0; r < plain.length; r++) {
        for (int c = 0; c < row.length; c++) {
          row[c] = plain[r][c] * factors[r];
        }
        MemorySegment.copy(row, 0, value.data(), JAVA_FLOAT, at(value, r), row.length);
      }
    }

    private void addGradients(float... ofFactors) {
      Matrix grad = parameter.grad();
      for (int r = 0; r < plain.length; r++) {
        double sum = 0;
        for (int c = 0; c < plain[r].length; c++) {
          long at = at(grad, r) + (long) c * Float.BYTES;
          sum += (double) plain[r][c] * grad.data().get(JAVA_FLOAT, at);
        }
        ofFactors[r] += (float) sum;
      }
    }
  }
}
