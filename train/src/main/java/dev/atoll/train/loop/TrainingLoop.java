package dev.atoll.train.loop;

import dev.atoll.comm.Communicator;
import dev.atoll.tensor.Backend;
import dev.atoll.train.checkpoint.Checkpoint;
import dev.atoll.train.checkpoint.Checkpoints;
import dev.atoll.train.companion.Companions;
import dev.atoll.train.cost.CostMeter;
import dev.atoll.train.cost.EpochCost;
import dev.atoll.train.event.Evaluation;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainEvent.StepFinished;
import dev.atoll.train.metric.NanScoreException;
import dev.atoll.train.plan.TrainingPlan;
import java.lang.foreign.Arena;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The loop over epochs and steps, from the start or from a checkpoint. */
final class TrainingLoop {
  private final TrainingPlan plan;
  private final Trainer trainer;
  private final TrainingHistory history;
  private final RunState state;
  private final CostMeter meter;
  private final Backend backend;
  private final Supplier<Evaluation> evaluate;
  private final TrainEvent.Listener listener;
  private final Checkpoints.Writer checkpoints;
  private final Companions companions;
  private final Communicator workers;

  TrainingLoop(
      TrainingPlan plan,
      Trainer trainer,
      TrainingHistory history,
      RunState state,
      CostMeter meter,
      Backend backend,
      Supplier<Evaluation> evaluate,
      TrainEvent.Listener listener,
      Checkpoints.Writer checkpoints,
      Companions companions,
      Communicator workers) {
    this.plan = plan;
    this.trainer = trainer;
    this.history = history;
    this.state = state;
    this.meter = meter;
    this.backend = backend;
    this.evaluate = evaluate;
    this.listener = listener;
    this.checkpoints = checkpoints;
    this.companions = companions;
    this.workers = workers;
  }

  void run() {
    while (!isOver()) {
      EpochFinished finished = epoch();
      history.add(finished);
      listener.on(finished);
      state.epoch++;
      state.step = 0;
      state.lossSum = 0;
      if (!isOver()) {
        checkpoint(checkpoints::afterEpoch);
      } else if (plan.epochs().evaluatesInAnyCase(state.epoch - 1)) {
        checkpoint(checkpoints::afterRun); // else a longer run would not have evaluated here
      }
    }
  }

  private boolean isOver() {
    return state.epoch >= plan.epochs().epochs() || history.isExhausted();
  }

  private EpochFinished epoch() {
    int epoch = state.epoch;
    int steps = trainer.steps(epoch);
    companions.beginEpoch(history.epochs().stream().map(EpochFinished::cost).toList());
    meter.begin();
    while (state.step < steps) {
      int step = state.step;
      state.lossSum += requireFinite(trainer.step(epoch, step), epoch, step);
      state.step++;
      companions.afterStep((long) epoch * steps + state.step);
      listener.on(new StepFinished(epoch, step));
      checkpoint(checkpoints::afterStep);
    }
    backend.synchronize();
    EpochCost cost = meter.end(steps);
    companions.afterEpoch(epoch, workers).forEach(listener::on);
    Optional<Evaluation> evaluation =
        plan.epochs().evaluates(epoch) ? Optional.of(evaluate(epoch, steps)) : Optional.empty();
    return new EpochFinished(epoch, state.lossSum / steps, cost, evaluation);
  }

  private static double requireFinite(double loss, int epoch, int step) {
    if (!Double.isFinite(loss)) {
      throw DivergedException.ofLoss(loss, epoch, step);
    }
    return loss;
  }

  private Evaluation evaluate(int epoch, int steps) {
    try {
      return evaluate.get();
    } catch (NanScoreException e) {
      throw DivergedException.ofScores(e, epoch, steps);
    }
  }

  /** Hands over how to take a checkpoint, should it be time for one. */
  private void checkpoint(Consumer<Supplier<Checkpoint>> writer) {
    try (Arena passing = Arena.ofConfined()) {
      writer.accept(() -> state.save(passing));
    }
  }
}
