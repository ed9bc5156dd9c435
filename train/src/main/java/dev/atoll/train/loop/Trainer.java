package dev.atoll.train.loop;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.BatchSource;
import dev.atoll.train.batch.TrainingBatch;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.PhaseTimes;
import dev.atoll.train.gradient.GradientSync;
import dev.atoll.train.gradient.ParameterOptimizer;
import dev.atoll.train.model.Model;
import dev.atoll.train.model.Pass;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Takes training steps: forward, loss, backward, sum over workers, optimizer. */
final class Trainer {
  private final Model model;
  private final BatchSource batches;
  private final ParameterOptimizer optimizer;
  private final GradientSync gradients;
  private final Backend backend;
  private final Workspace workspace;
  private final RandomKey key;
  private final PhaseTimes times;
  private final MemorySegment lossElement = Arena.ofAuto().allocate(JAVA_FLOAT);

  /**
   * @param key names all random choices of the run
   */
  Trainer(
      Model model,
      BatchSource batches,
      ParameterOptimizer optimizer,
      GradientSync gradients,
      Backend backend,
      Workspace workspace,
      RandomKey key,
      PhaseTimes times) {
    this.model = model;
    this.batches = batches;
    this.optimizer = optimizer;
    this.gradients = gradients;
    this.backend = backend;
    this.workspace = workspace;
    this.key = key;
    this.times = times;
  }

  /** Steps in an epoch. */
  int steps(int epoch) {
    return batches.steps(epoch);
  }

  /**
   * Takes one step; returns its mean loss over the seeds of all workers, or with late gradients the
   * losses known so far: the steps of an epoch together return the losses of all of them.
   */
  double step(int epoch, int step) {
    double loss = step(batches.batch(epoch, step), key.child(epoch).child(step));
    if (step == steps(epoch) - 1) {
      loss += gradients.endEpoch();
    }
    return loss;
  }

  private double step(TrainingBatch batch, RandomKey stepKey) {
    long begun = System.nanoTime();
    workspace.reset();
    var tape = Tape.recording(backend, workspace);
    Var outputs = model.forward(tape, batch, Pass.training(stepKey));
    Var logits = batch.decode(tape, outputs).inFull();
    Matrix loss = workspace.matrix(1, 1);
    Matrix grad = workspace.matrix(logits.rows(), logits.cols());
    batch.loss().evaluate(backend.kernels(), logits.value(), loss, grad);
    tape.backward(logits, grad, gradients::complete);
    backend.download(loss, lossElement); // last: it waits for the device
    times.since(begun, Phase.COMPUTE);
    batch.pushGradients();
    return gradients.step(lossElement.get(JAVA_FLOAT, 0), this::move);
  }

  private void move() {
    long begun = System.nanoTime();
    optimizer.step(backend.kernels());
    times.since(begun, Phase.COMPUTE);
  }
}
