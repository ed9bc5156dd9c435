package dev.atoll.comm;

import java.util.ArrayDeque;

/**
 * The parts of answers to one peer that are on their way to its connection. Few, so that their
 * memory stays in the caches from the thread that fills it to the one that writes it, and is soon
 * filled again.
 */
final class UnwrittenParts {
  private static final int MOST = 4;

  private final ArrayDeque<Transport.Sending> parts = new ArrayDeque<>();

  /** Adds a part; waits for the oldest if there are too many. */
  void add(Transport.Sending part) {
    if (part != Transport.Sending.DONE) {
      Transport.Sending oldest;
      synchronized (parts) {
        parts.add(part);
        oldest = parts.size() > MOST ? parts.poll() : Transport.Sending.DONE;
      }
      oldest.await();
    }
  }
}
