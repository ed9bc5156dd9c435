package dev.atoll.app.dashboard;

import dev.atoll.app.watch.WatchedRun;
import java.io.IOException;
import java.util.List;

/**
 * The subject of a page at one moment; the page is drawn only if it has changed.
 *
 * @param marks of the runs: name, stamp and state, as a run may end without writing to its folder
 */
record PageSubject(List<String> marks, Drawing drawing) {
  /** Draws the page. */
  @FunctionalInterface
  interface Drawing {
    PageParts draw() throws IOException;
  }

  static PageSubject of(List<WatchedRun> runs, Drawing drawing) {
    return new PageSubject(
        runs.stream().map(run -> run.name() + " " + run.stamp() + " " + run.state()).toList(),
        drawing);
  }

  /** Whether the runs are as in an earlier subject. */
  boolean isUnchangedSince(PageSubject before) {
    return marks.equals(before.marks);
  }
}
