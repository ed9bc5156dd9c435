package dev.atoll.app.dashboard;

import java.io.IOException;
import java.util.List;

/**
 * What a page is about at one moment; it is drawn only when that has changed.
 *
 * @param states of the runs: a run may end without a word in its folder
 */
record Topic(List<WatchedRun> runs, List<RunState> states, Drawing drawing) {
  /** Makes the page. */
  @FunctionalInterface
  interface Drawing {
    View draw() throws IOException;
  }

  static Topic of(List<WatchedRun> runs, Drawing drawing) {
    return new Topic(runs, runs.stream().map(WatchedRun::state).toList(), drawing);
  }

  /** Whether nothing was written since: a folder that is as it was gives the very same run. */
  boolean isUnchangedSince(Topic before) {
    if (runs.size() != before.runs.size() || !states.equals(before.states)) {
      return false;
    }
    for (int i = 0; i < runs.size(); i++) {
      if (runs.get(i) != before.runs.get(i)) {
        return false;
      }
    }
    return true;
  }
}
