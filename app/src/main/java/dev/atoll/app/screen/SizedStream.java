package dev.atoll.app.screen;

import java.io.PrintStream;

/** A stream to a terminal of so many columns, or to one who wants lines of that length. */
public final class SizedStream extends PrintStream {
  private final int columns;

  public SizedStream(PrintStream stream, int columns) {
    super(stream, true, stream.charset());
    this.columns = columns;
  }

  int columns() {
    return columns;
  }
}
