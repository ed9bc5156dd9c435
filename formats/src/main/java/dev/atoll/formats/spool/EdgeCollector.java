package dev.atoll.formats.spool;

import java.io.IOException;

/**
 * Takes the edges read by one thread. Edges with an end below 0 or of weight 0 are omitted and
 * counted.
 */
public interface EdgeCollector {
  /** Adds an edge without a weight. */
  void add(long source, long target) throws IOException;

  /** Adds an edge with a weight. */
  void add(long source, long target, float weight) throws IOException;

  /** Ends the edges of the thread. */
  void flush() throws IOException;

  /** A collector that keeps nothing. */
  static EdgeCollector ofNothing() {
    return new EdgeCollector() {
      @Override
      public void add(long source, long target) {}

      @Override
      public void add(long source, long target, float weight) {}

      @Override
      public void flush() {}
    };
  }
}
