package dev.atoll.graph.sample;

import java.util.Arrays;

/**
 * Runs an action on chunks in their order, while chunks are completed in any order. Threads report
 * finished chunks in any order; the thread that finds the next chunk in order processes all that
 * are ready, one after the other, while other threads continue.
 */
final class InOrder {
  /** An action on a chunk, run in the order of the chunks. */
  interface Step {
    void run(int chunk);
  }

  private boolean[] ready = new boolean[64];
  private int chunks;
  private int next;
  private boolean taken;

  synchronized void begin(int chunkCount) {
    if (ready.length < chunkCount) {
      ready = new boolean[chunkCount + chunkCount / 4];
    }
    Arrays.fill(ready, 0, chunkCount, false);
    chunks = chunkCount;
    next = 0;
    taken = false;
  }

  /** Reports a chunk, and runs the step for all whose turn has come. */
  void finished(int chunk, Step step) {
    for (int turn = takeTurn(chunk); turn >= 0; turn = nextTurn()) {
      step.run(turn);
    }
  }

  private synchronized int takeTurn(int finished) {
    ready[finished] = true;
    if (taken) {
      return -1;
    }
    taken = true;
    return nextTurn();
  }

  private synchronized int nextTurn() {
    taken = next < chunks && ready[next];
    return taken ? next++ : -1;
  }
}
