package dev.atoll.app.serve;

/** Figures of runs for monitoring systems; names are added, never changed. */
public enum RunFigure {
  RUNS("atoll_runs", "Runs by state."),
  EPOCH("atoll_run_epoch", "Epochs that are done."),
  EPOCHS("atoll_run_epochs", "Epochs that are planned."),
  STEPS("atoll_run_steps_total", "Steps since the process began."),
  LOSS("atoll_run_loss", "Training loss of the last epoch."),
  SECONDS("atoll_run_seconds_total", "Seconds of training, without evaluation."),
  BYTES("atoll_run_bytes_total", "Bytes sent between workers."),
  SCORE("atoll_run_score", "Scores of the last evaluation.");

  private final String id;
  private final String help;

  RunFigure(String id, String help) {
    this.id = id;
    this.help = help;
  }

  String id() {
    return id;
  }

  String help() {
    return help;
  }
}
