package dev.atoll.app.screen;

import java.io.PrintStream;

/** A stream to a terminal, with the number of columns of a line. */
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
