package dev.atoll.app.watch;

import dev.atoll.recipe.run.TimelineFile;
import dev.atoll.train.cost.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Timelines of runs; they are large, so only the last one is kept. */
public final class Timelines {
  private String kept = "";
  private List<Timeline.OfWorker> timeline = List.of();

  /** Empty where none was recorded. */
  public synchronized List<Timeline.OfWorker> of(WatchedRun run) throws IOException {
    Path file = run.folder().timeline();
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    String name = file + " " + Files.getLastModifiedTime(file);
    if (!name.equals(kept)) {
      timeline = TimelineFile.read(file);
      kept = name;
    }
    return timeline;
  }
}
