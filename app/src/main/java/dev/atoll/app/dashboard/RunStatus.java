package dev.atoll.app.dashboard;

import java.util.Locale;

/** The status of a run. */
enum RunStatus {
  /** Its process goes on. */
  LIVE,
  /** It has a result. */
  FINISHED,
  /** The process has ended, and there is no result. */
  STOPPED;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
