package dev.atoll.tensor.contract;

import dev.atoll.tensor.Activation;
import dev.atoll.tensor.AdamStep;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.contract.KernelCase.Shape;
import dev.atoll.tensor.contract.Lab.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Cases of the kernels that only training needs: activation, normalisation, loss, optimizer. */
final class TrainingCases {
  private final List<KernelCase> cases = new ArrayList<>();

  static List<KernelCase> all() {
    var training = new TrainingCases();
    for (Shape shape : KernelCase.shapes()) {
      for (Activation activation : Activation.values()) {
        training.activation(activation, shape);
      }
      if (shape.cols() > 0) {
        training.layerNorm(shape);
        training.losses(shape);
      }
      training.optimizers(shape);
    }
    return training.cases;
  }

  private void add(String name, Consumer<Lab> check) {
    cases.add(new KernelCase(name, check));
  }

  private void activation(Activation activation, Shape s) {
    for (float rate : new float[] {0, 0.4f}) {
      for (boolean ids : rate == 0 ? new boolean[] {false} : new boolean[] {false, true}) {
        String name = "%s dropout=%s%s %s".formatted(activation, rate, ids ? " by id" : "", s);
        for (boolean inPlace : new boolean[] {false, true}) {
          add(
              "activate " + name + (inPlace ? " in place, no bias" : ""),
              lab -> activate(lab, activation, s, dropout(lab, rate, ids, s), ids, inPlace));
          add(
              "activateBackward " + name + (inPlace ? " in place" : ""),
              lab ->
                  activateBackward(lab, activation, s, dropout(lab, rate, ids, s), ids, inPlace));
          add(
              "activateBackwardSum " + name + (inPlace ? " added" : ""),
              lab ->
                  activateBackwardSum(
                      lab, activation, s, dropout(lab, rate, ids, s), inPlace ? 1 : 0));
        }
      }
    }
  }

  /** With ids, the id of row r is 7r + 2⁴⁰. */
  private static Dropout dropout(Lab lab, float rate, boolean ids, Shape s) {
    long[] rowIds = IntStream.range(0, s.rows()).mapToLong(r -> rowId(true, r)).toArray();
    return new Dropout(rate, 0x1234_5678_9ABCL, ids ? lab.longs(rowIds) : null);
  }

  private static long rowId(boolean ids, int row) {
    return ids ? (1L << 40) + 7L * row : row;
  }

  private static void activate(
      Lab lab, Activation activation, Shape s, Dropout dropout, boolean ids, boolean inPlace) {
    Dense x = Dense.of(s.rows(), s.cols(), (r, c) -> lab.random.nextDouble(-4, 4));
    Dense bias = inPlace ? Dense.of(1, s.cols(), (r, c) -> 0) : lab.randomDense(1, s.cols());
    Matrix in = lab.matrix(x, s.layout());
    Matrix out = inPlace ? in : lab.unwritten(s.rows(), s.cols(), s.layout());
    lab.kernels.activate(activation, in, inPlace ? null : lab.matrix(bias), dropout, out);
    lab.expect(
        out,
        2,
        (r, c) ->
            dropout.isOff() || dropout.keeps(rowId(ids, r), c)
                ? value(activation, x.at(r, c) + bias.at(0, c)) / (1 - dropout.rate())
                : 0);
  }

  private static double value(Activation activation, double x) {
    return switch (activation) {
      case IDENTITY -> x;
      case RELU -> Math.max(0, x);
      case ELU -> x > 0 ? x : Math.expm1(x);
      case LEAKY_RELU -> x > 0 ? x : 0.2 * x;
    };
  }

  private static void activateBackward(
      Lab lab, Activation activation, Shape s, Dropout dropout, boolean ids, boolean inPlace) {
    Dense x =
        Dense.of(s.rows(), s.cols(), (r, c) -> (c + r) % 9 == 4 ? 0 : lab.random.nextDouble(-4, 4));
    Dense grad = lab.randomDense(s.rows(), s.cols());
    Dense old = lab.randomDense(s.rows(), s.cols());
    Matrix out = lab.unwritten(s.rows(), s.cols(), s.layout());
    Matrix gradOut = lab.matrix(grad, s.layout());
    Matrix gradIn = inPlace ? gradOut : lab.matrix(old, s.layout());
    lab.kernels.activate(activation, lab.matrix(x), null, dropout, out);
    lab.kernels.activateBackward(activation, out, dropout, gradOut, inPlace ? 0 : 1, gradIn);
    lab.expect(
        gradIn,
        4,
        old.plus(
            inPlace ? 0 : 1,
            (r, c) ->
                dropout.isOff() || dropout.keeps(rowId(ids, r), c)
                    ? grad.at(r, c) * slope(activation, x.at(r, c)) / (1 - dropout.rate())
                    : 0));
  }

  /** The bits of the gradient and of its sum are those of calling the two kernels in sequence. */
  private static void activateBackwardSum(
      Lab lab, Activation activation, Shape s, Dropout dropout, float beta) {
    Dense x = Dense.of(s.rows(), s.cols(), (r, c) -> lab.random.nextDouble(-4, 4));
    Dense values = lab.randomDense(s.rows(), s.cols());
    Dense old = lab.randomDense(1, s.cols());
    Matrix out = lab.unwritten(s.rows(), s.cols(), s.layout());
    lab.kernels.activate(activation, lab.matrix(x), null, dropout, out);
    Matrix apart = lab.matrix(values, s.layout());
    Matrix sumApart = lab.inFull(old, Layout.OWN);
    lab.kernels.activateBackward(activation, out, dropout, apart, 0, apart);
    lab.kernels.sumRows(apart, beta, sumApart);
    Matrix grad = lab.matrix(values, s.layout());
    Matrix sum =
        beta == 0 ? lab.unwritten(1, s.cols(), Layout.OWN, DType.F32) : lab.inFull(old, Layout.OWN);
    lab.kernels.activateBackwardSum(activation, out, dropout, grad, beta, sum);
    float[] gradients = lab.download(apart);
    float[] sums = lab.download(sumApart);
    lab.expectBits(grad, (r, c) -> gradients[r * s.cols() + c]);
    lab.expectBits(sum, (r, c) -> sums[c]);
  }

  private static double slope(Activation activation, double x) {
    return switch (activation) {
      case IDENTITY -> 1;
      case RELU -> x > 0 ? 1 : 0;
      case ELU -> x > 0 ? 1 : Math.exp(x);
      case LEAKY_RELU -> x > 0 ? 1 : 0.2;
    };
  }

  private void layerNorm(Shape s) {
    add(
        "layerNorm " + s,
        lab -> {
          Dense x = lab.randomDense(s.rows(), s.cols());
          Dense gain = lab.randomDense(1, s.cols());
          Dense shift = lab.randomDense(1, s.cols());
          Matrix out = lab.unwritten(s.rows(), s.cols(), s.layout());
          Matrix stats = lab.unwritten(s.rows(), 2, Layout.OWN, DType.F32);
          lab.kernels.layerNorm(
              lab.matrix(x, s.layout()),
              lab.inFull(gain, Layout.OWN),
              lab.inFull(shift, Layout.OWN),
              0.01f,
              out,
              stats);
          var normal = new Normal(x, 0.01f);
          lab.expect(out, 20, (r, c) -> normal.at(r, c) * gain.at(0, c) + shift.at(0, c));
          lab.expect(stats, 20, (r, c) -> c == 0 ? normal.mean[r] : normal.inverse[r]);
        });
    for (float beta : new float[] {0, 1}) {
      add("layerNormBackward beta=" + beta + " " + s, lab -> layerNormBackward(lab, s, beta));
    }
  }

  /** Rows less their mean, over their deviation. */
  private static final class Normal {
    private final Dense x;
    private final double[] mean;
    private final double[] inverse;

    Normal(Dense x, float epsilon) {
      this.x = x;
      this.mean = new double[x.rows()];
      this.inverse = new double[x.rows()];
      for (int row = 0; row < x.rows(); row++) {
        int r = row;
        mean[r] = average(x.cols(), c -> x.at(r, c));
        double variance = average(x.cols(), c -> Math.pow(x.at(r, c) - mean[r], 2));
        inverse[r] = 1 / Math.sqrt(variance + epsilon);
      }
    }

    double at(int r, int c) {
      return (x.at(r, c) - mean[r]) * inverse[r];
    }
  }

  private static double average(int count, IntToDoubleFunction term) {
    return IntStream.range(0, count).mapToDouble(term).sum() / count;
  }

  private static void layerNormBackward(Lab lab, Shape s, float beta) {
    Dense x = lab.randomDense(s.rows(), s.cols());
    Dense gain = lab.randomDense(1, s.cols());
    Dense shift = lab.randomDense(1, s.cols());
    Dense grad = lab.randomDense(s.rows(), s.cols());
    Dense old = lab.randomDense(s.rows(), s.cols());
    Matrix in = lab.matrix(x, s.layout());
    Matrix out = lab.unwritten(s.rows(), s.cols(), s.layout());
    Matrix stats = lab.unwritten(s.rows(), 2, Layout.OWN, DType.F32);
    Matrix gradIn = DenseCases.destination(lab, s, beta, old);
    Matrix gradGain = lab.inFull(gain, Layout.OWN);
    Matrix gradShift = lab.inFull(shift, Layout.OWN);
    lab.kernels.layerNorm(
        in, lab.inFull(gain, Layout.OWN), lab.inFull(shift, Layout.OWN), 0.01f, out, stats);
    lab.kernels.layerNormBackward(
        in,
        lab.inFull(gain, Layout.OWN),
        stats,
        lab.matrix(grad, s.layout()),
        beta,
        gradIn,
        gradGain,
        gradShift);
    var normal = new Normal(x, 0.01f);
    double[] mean = new double[s.rows()];
    double[] along = new double[s.rows()];
    for (int row = 0; row < s.rows(); row++) {
      int r = row;
      mean[r] = average(s.cols(), c -> grad.at(r, c) * gain.at(0, c));
      along[r] = average(s.cols(), c -> grad.at(r, c) * gain.at(0, c) * normal.at(r, c));
    }
    lab.expect(
        gradIn,
        60,
        old.plus(
            beta,
            (r, c) ->
                normal.inverse[r]
                    * (grad.at(r, c) * gain.at(0, c) - mean[r] - normal.at(r, c) * along[r])));
    lab.expect(
        gradGain,
        s.rows(),
        gain.plus(
            1,
            (z, c) ->
                IntStream.range(0, s.rows())
                    .mapToDouble(r -> grad.at(r, c) * normal.at(r, c))
                    .sum()));
    lab.expect(
        gradShift,
        s.rows(),
        shift.plus(
            1, (z, c) -> IntStream.range(0, s.rows()).mapToDouble(r -> grad.at(r, c)).sum()));
  }

  private void losses(Shape s) {
    add("softmaxCrossEntropy " + s, lab -> softmaxLoss(lab, s, false));
    add("softmaxCrossEntropy weighted " + s, lab -> softmaxLoss(lab, s, true));
    add("sigmoidCrossEntropy " + s, lab -> sigmoidLoss(lab, s));
  }

  /** Logits of which every fifth row is large. */
  private static Dense logits(Lab lab, Shape s) {
    return lab.dense(
        s.rows(), s.cols(), (r, c) -> lab.random.nextDouble(-3, 3) * (r % 5 == 4 ? 30 : 1));
  }

  private static double[] logSums(Dense x) {
    return IntStream.range(0, x.rows()).mapToDouble(r -> logSum(x, r)).toArray();
  }

  private static double logSum(Dense x, int r) {
    double max = IntStream.range(0, x.cols()).mapToDouble(c -> x.at(r, c)).max().orElse(0);
    return max
        + Math.log(IntStream.range(0, x.cols()).mapToDouble(c -> Math.exp(x.at(r, c) - max)).sum());
  }

  private static void softmaxLoss(Lab lab, Shape s, boolean weighted) {
    Dense x = logits(lab, s);
    int[] labels = lab.random.ints(s.rows(), -1, s.cols()).toArray();
    Dense weight = weighted ? lab.randomDense(s.rows(), 1) : Dense.of(s.rows(), 1, (r, c) -> 1);
    Matrix loss = lab.unwritten(1, 1, Layout.OWN, DType.F32);
    Matrix grad = lab.unwritten(s.rows(), s.cols(), s.layout());
    lab.kernels.softmaxCrossEntropy(
        lab.matrix(x, s.layout()),
        lab.ints(labels),
        weighted ? lab.floats(weight.elements()) : null,
        0.25f,
        loss,
        grad);
    double[] logSums = logSums(x);
    lab.expect(
        loss,
        s.rows(),
        (z, y) ->
            IntStream.range(0, s.rows())
                .filter(r -> labels[r] >= 0)
                .mapToDouble(r -> 0.25 * weight.at(r, 0) * (logSums[r] - x.at(r, labels[r])))
                .sum());
    lab.expect(
        grad,
        4,
        (r, c) ->
            labels[r] < 0
                ? 0
                : 0.25
                    * weight.at(r, 0)
                    * (Math.exp(x.at(r, c) - logSums[r]) - (labels[r] == c ? 1 : 0)));
  }

  private static void sigmoidLoss(Lab lab, Shape s) {
    Dense x = logits(lab, s);
    Dense targets = Dense.of(s.rows(), s.cols(), (r, c) -> lab.random.nextInt(2));
    Matrix loss = lab.unwritten(1, 1, Layout.OWN, DType.F32);
    Matrix grad = lab.unwritten(s.rows(), s.cols(), s.layout());
    lab.kernels.sigmoidCrossEntropy(
        lab.matrix(x, s.layout()), lab.matrix(targets, s.layout()), 0.25f, loss, grad);
    double sum = 0;
    for (int i = 0; i < x.elements().length; i++) {
      double signed = targets.elements()[i] == 1 ? x.elements()[i] : -x.elements()[i];
      sum += Math.log1p(Math.exp(-Math.abs(signed))) + Math.max(0, -signed);
    }
    double expected = 0.25 * sum;
    lab.expect(loss, 4, (z, y) -> expected);
    lab.expect(grad, 4, (r, c) -> 0.25 * (1 / (1 + Math.exp(-x.at(r, c))) - targets.at(r, c)));
  }

  private void optimizers(Shape s) {
    for (boolean decoupled : new boolean[] {false, true}) {
      add("adam decoupled=" + decoupled + " " + s, lab -> adam(lab, s, decoupled));
    }
    add("sgd " + s, lab -> sgd(lab, s));
  }

  private static void adam(Lab lab, Shape s, boolean decoupled) {
    Dense grad = lab.randomDense(s.rows(), s.cols());
    Dense value = lab.randomDense(s.rows(), s.cols());
    Dense first = lab.randomDense(s.rows(), s.cols());
    Dense second = Dense.of(s.rows(), s.cols(), (r, c) -> lab.random.nextDouble(0.01, 1));
    Matrix v = lab.inFull(value, s.layout());
    Matrix m1 = lab.inFull(first, Layout.OWN);
    Matrix m2 = lab.inFull(second, s.layout());
    var step = new AdamStep(0.1f, 0.9f, 0.999f, 1e-8f, 0.02f, decoupled, 3);
    lab.kernels.adam(step, lab.inFull(grad, s.layout()), v, m1, m2);
    Dense.Cell g = (r, c) -> grad.at(r, c) + (decoupled ? 0 : (double) 0.02f * value.at(r, c));
    Dense.Cell newFirst = (r, c) -> 0.9f * first.at(r, c) + (1 - 0.9f) * g.at(r, c);
    Dense.Cell newSecond =
        (r, c) -> 0.999f * second.at(r, c) + (1 - 0.999f) * Math.pow(g.at(r, c), 2);
    lab.expect(m1, 2, newFirst);
    lab.expect(m2, 2, newSecond);
    lab.expect(
        v,
        20,
        (r, c) -> {
          double move =
              newFirst.at(r, c)
                  / (1 - Math.pow(0.9f, 3))
                  / (Math.sqrt(newSecond.at(r, c) / (1 - Math.pow(0.999f, 3))) + 1e-8f);
          double shrink = decoupled ? 0.02f * value.at(r, c) : 0;
          return value.at(r, c) - 0.1f * (move + shrink);
        });
  }

  private static void sgd(Lab lab, Shape s) {
    Dense grad = lab.randomDense(s.rows(), s.cols());
    Dense value = lab.randomDense(s.rows(), s.cols());
    Dense velocity = lab.randomDense(s.rows(), s.cols());
    Matrix v = lab.inFull(value, s.layout());
    Matrix speed = lab.inFull(velocity, Layout.OWN);
    lab.kernels.sgd(0.1f, 0.9f, 0.02f, lab.inFull(grad, s.layout()), v, speed);
    Dense.Cell newVelocity =
        (r, c) -> 0.9f * velocity.at(r, c) + grad.at(r, c) + 0.02f * value.at(r, c);
    lab.expect(speed, 3, newVelocity);
    lab.expect(v, 3, (r, c) -> value.at(r, c) - 0.1f * newVelocity.at(r, c));
  }
}
