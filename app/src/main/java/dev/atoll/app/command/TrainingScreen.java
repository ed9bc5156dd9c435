package dev.atoll.app.command;

import dev.atoll.app.describe.ScoreTable;
import dev.atoll.recipe.log.Progress;
import dev.atoll.recipe.log.RunLog;
import dev.atoll.recipe.log.Units;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainEvent.BatchesLaunched;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import dev.atoll.train.event.TrainEvent.Explained;
import dev.atoll.train.event.TrainEvent.Recorded;
import dev.atoll.train.event.TrainEvent.Started;
import dev.atoll.train.event.TrainEvent.StepFinished;
import java.util.Locale;

/** Shows the progress of a training: its first step, the steps of an epoch, and its epochs. */
final class TrainingScreen implements TrainEvent.Listener, AutoCloseable {
  private final RunLog screen;
  private final int epochs;
  private final boolean isLarge;
  private final long begun = System.nanoTime();
  private Progress progress = Progress.SILENT;
  private boolean hasStepped;
  private String score = "";
  private String last = "";

  /**
   * @param epochs of the run
   * @param isLarge whether the first step may take long
   */
  TrainingScreen(RunLog screen, int epochs, boolean isLarge) {
    this.screen = screen;
    this.epochs = epochs;
    this.isLarge = isLarge;
  }

  @Override
  public void on(TrainEvent event) {
    switch (event) {
      case Started begin -> start(begin);
      case StepFinished step -> show(step);
      case BatchesLaunched _, Recorded _, Explained _ -> {}
      case EpochFinished epoch -> show(epoch);
    }
  }

  private void start(Started begin) {
    progress = screen.progress("training", "epochs", epochs);
    if (!begin.done().isEmpty()) {
      screen.remark("resumed after epoch " + begin.done().size());
    }
    begin.done().forEach(this::show);
  }

  private void show(StepFinished step) {
    if (isLarge && !hasStepped) {
      screen.remark("first step after " + Units.seconds((System.nanoTime() - begun) * 1e-9));
    }
    hasStepped = true;
    progress.update(step.epoch(), "step %d%s".formatted(step.step() + 1, last));
  }

  private void show(EpochFinished epoch) {
    epoch
        .evaluation()
        .ifPresent(evaluation -> score = "  " + ScoreTable.phrase("val", evaluation.validation()));
    last = String.format(Locale.ROOT, "  loss %.4f%s", epoch.loss(), score);
    progress.update(epoch.epoch() + 1L, last.strip());
  }

  @Override
  public void close() {
    progress.close();
  }
}
