package dev.atoll.app.dashboard;

import dev.atoll.app.watch.RunFiles;
import dev.atoll.app.watch.Runs;
import dev.atoll.app.watch.Timelines;
import dev.atoll.app.watch.WatchedRun;
import dev.atoll.files.AtomicFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The pages about the runs in some folders. */
public final class Dashboard {
  private final Runs runs;
  private final Timelines timelines = new Timelines();
  private final PageCache drawn = new PageCache();
  private final String where;

  /** The largest number of runs in one overlay. */
  static final int MOST_COMPARED = 100;

  /**
   * Creates the dashboard; reads nothing yet.
   *
   * @param folders of runs, or above runs
   * @throws IllegalArgumentException when one is a file
   */
  public Dashboard(List<Path> folders) {
    this.runs = new Runs(folders);
    this.where = folders.stream().map(Path::toString).collect(Collectors.joining(", "));
  }

  /** The subject of an address; empty for an unknown one. */
  Optional<PageSubject> subject(URI address) throws IOException {
    String path = address.getPath();
    if (path.equals("/")) {
      return Optional.of(front());
    }
    if (path.equals(PageLinks.OVERLAY)) {
      return overlay(PageLinks.values(address.getRawQuery(), "run"));
    }
    return path.startsWith(PageLinks.RUN)
        ? runs.find(path.substring(PageLinks.RUN.length()))
            .map(run -> single(run, TimeWindow.ofQuery(address.getRawQuery())))
        : Optional.empty();
  }

  /** The page at the root: all runs, or the run itself if the only folder is a run. */
  private PageSubject front() throws IOException {
    List<WatchedRun> all = runs.all();
    return runs.isSingle() && all.size() == 1
        ? single(all.getFirst(), Optional.empty())
        : PageSubject.of(all, () -> ListPage.of(all, where));
  }

  private PageSubject single(WatchedRun run, Optional<TimeWindow> window) {
    return PageSubject.of(List.of(run), () -> RunPage.of(run, true, timelines.of(run), window));
  }

  /** The overlay of several runs; empty if one of them is missing. */
  private Optional<PageSubject> overlay(List<String> names) throws IOException {
    Set<String> wanted = new LinkedHashSet<>(names);
    if (wanted.size() > MOST_COMPARED) {
      return Optional.empty();
    }
    List<WatchedRun> chosen = runs.find(wanted);
    return chosen.size() < wanted.size() || chosen.isEmpty()
        ? Optional.empty()
        : Optional.of(PageSubject.of(chosen, () -> OverlayPage.of(chosen, true)));
  }

  /** A file of a run that may be read. */
  Optional<Path> file(String run, String name) throws IOException {
    Optional<WatchedRun> found = runs.find(run);
    return found.isEmpty() ? Optional.empty() : RunFiles.find(found.get().folder().path(), name);
  }

  /** Whether an address asks for more runs than one overlay can show. */
  boolean isTooMany(URI address) {
    return PageLinks.values(address.getRawQuery(), "run").stream().distinct().count()
        > MOST_COMPARED;
  }

  /** The page of a subject. */
  PageParts draw(URI address, PageSubject subject) throws IOException {
    return drawn.of(address.toString(), subject);
  }

  /** Returns every run, the newest first. */
  List<WatchedRun> runs() throws IOException {
    return runs.all();
  }

  /** Writes the dashboard as one file: one run in full, or a comparison of several. */
  public void export(Path file) throws IOException {
    List<WatchedRun> all = runs.all();
    if (all.isEmpty()) {
      throw new IllegalArgumentException("there is no run in " + where + " to export");
    }
    PageParts view =
        all.size() == 1
            ? RunPage.of(all.getFirst(), false, timelines.of(all.getFirst()), Optional.empty())
            : OverlayPage.of(all, false);
    AtomicFile.write(file, view.html());
  }

  /** The runs, for {@code --json}. */
  public List<RunSummary> summary() throws IOException {
    return runs.all().stream().map(RunSummary::of).toList();
  }

  /** A summary of a run. */
  public record RunSummary(String name, String folder, String state, String recipe, int epochs) {
    private static RunSummary of(WatchedRun run) {
      return new RunSummary(
          run.name(),
          run.folder().path().toString(),
          run.state().label(),
          run.setting("recipe"),
          run.doneEpochs());
    }
  }
}
