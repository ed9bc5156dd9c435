package dev.atoll.app.pinned;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Outcomes of runs by their settings: a file of tab separated values, one line a run, sorted. */
final class PinnedTable {
  private static final String RECORDED = "pinned-runs.tsv";
  private static final String TAB = "\t";

  private final SortedMap<String, PinnedOutcome> outcomes = new TreeMap<>();

  /** The table that comes with this class. */
  static PinnedTable recorded() throws IOException {
    var table = new PinnedTable();
    try (InputStream in = PinnedTable.class.getResourceAsStream(RECORDED)) {
      String text = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
      text.lines().skip(1).forEach(table::read);
    }
    return table;
  }

  private void read(String line) {
    String[] cells = line.split(TAB, -1);
    Map<String, String> fields = new LinkedHashMap<>();
    for (int i = 0; i < PinnedOutcome.FIELDS.size(); i++) {
      fields.put(PinnedOutcome.FIELDS.get(i), cells[i + 1]);
    }
    outcomes.put(cells[0], new PinnedOutcome(fields));
  }

  void put(PinnedRun run, PinnedOutcome outcome) {
    outcomes.put(run.settings(), outcome);
  }

  /** The recorded outcome; null if the run is not recorded. */
  PinnedOutcome outcome(PinnedRun run) {
    return outcomes.get(run.settings());
  }

  List<String> runs() {
    return List.copyOf(outcomes.keySet());
  }

  void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("run" + TAB + String.join(TAB, PinnedOutcome.FIELDS));
    outcomes.forEach(
        (run, outcome) -> lines.add(run + TAB + String.join(TAB, outcome.fields().values())));
    Files.write(file, lines);
  }
}
