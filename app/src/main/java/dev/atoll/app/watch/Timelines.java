package dev.atoll.app.watch;

import dev.atoll.recipe.run.TimelineFile;
import dev.atoll.train.cost.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Timelines of runs; they are large, so only the last one is cached. */
public final class Timelines {
  private String kept = "";
  private List<Timeline.OfWorker> timeline = List.of();

  /** The timeline of a run; empty if none was recorded. */
  public synchronized List<Timeline.OfWorker> of(WatchedRun run) throws IOException {
    Path folder = run.folder().path();
    Optional<Path> file = RunFiles.find(folder, run.folder().timeline().getFileName().toString());
    if (file.isEmpty()) {
      return List.of();
    }
    String name = file.get() + " " + Files.getLastModifiedTime(file.get());
    if (!name.equals(kept)) {
      timeline = TimelineFile.read(file.get());
      kept = name;
    }
    return timeline;
  }
}
