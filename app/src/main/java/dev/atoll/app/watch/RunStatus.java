package dev.atoll.app.watch;

import java.util.Locale;

/** The status of a run. */
public enum RunStatus {
  /** The process of the run is alive. */
  LIVE,
  /** The run has a result. */
  FINISHED,
  /** The process has ended, and there is no result. */
  STOPPED;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
