package dev.atoll.app.dashboard;

import java.util.Locale;

/** Where a run stands. */
enum RunStatus {
  /** Its process goes on. */
  LIVE,
  /** It has a result. */
  FINISHED,
  /** Its process is gone, and there is no result. */
  STOPPED;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
