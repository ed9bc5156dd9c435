package dev.atoll.app.dashboard;

import java.io.IOException;

/** Reports that a server is asked for more pages than it can draw in a reasonable time. */
final class BusyException extends IOException {
  private static final long serialVersionUID = 1;

  BusyException() {
    super("The dashboard is busy with other requests; try again in a moment.");
  }
}
