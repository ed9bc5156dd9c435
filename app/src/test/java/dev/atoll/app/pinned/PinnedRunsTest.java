package dev.atoll.app.pinned;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.atoll.testkit.Int64Twin;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Training gives, to the last bit and byte, what it gave when {@code pinned-runs.tsv} was recorded:
 * weights, losses, bytes sent and scores, the same for workers as threads and as processes.
 *
 * <p>The table may change only in a commit that says which bug it fixes. A new recipe or run adds
 * lines. To record all lines: {@code mvn -pl app test -Dtest=PinnedRunsTest
 * -Datoll.pinned.record=FILE}, then copy {@code FILE} over the table, which lies beside this class
 * in the test resources. {@code -Pslow} trains some over processes, others each time; {@code
 * -Datoll.pinned.processes=1000} trains everything.
 */
class PinnedRunsTest {
  /** The file to record to; null where outcomes are compared. */
  private static final String RECORD = System.getProperty("atoll.pinned.record");

  private static final PinnedTable FOUND = new PinnedTable();

  @TempDir private static Path datasets;

  /** Twins of the datasets, whose indices are of int64. */
  @TempDir private static Path int64Datasets;

  private static PinnedTable expected;

  @TempDir private Path folder;

  @BeforeAll
  static void prepare() throws IOException {
    expected = PinnedTable.recorded();
    PinnedData.write(datasets);
    Int64Twin.of(
        datasets.resolve(PinnedData.COMMUNITIES), int64Datasets.resolve(PinnedData.COMMUNITIES));
  }

  @AfterAll
  static void record() throws IOException {
    if (RECORD != null) {
      FOUND.write(Path.of(RECORD));
    }
  }

  @ParameterizedTest
  @MethodSource("dev.atoll.app.pinned.PinnedRuns#all")
  void threads(PinnedRun run) throws IOException {
    PinnedOutcome found = run.train(datasets, "threads", folder.resolve("run"));
    if (RECORD == null) {
      assertAsRecorded(run, found);
    } else {
      FOUND.put(run, found);
    }
  }

  /** The width of indices in the file changes nothing, in any recipe. */
  @ParameterizedTest
  @MethodSource("dev.atoll.app.pinned.PinnedRuns#recipesOnce")
  void int64Indices(PinnedRun run) throws IOException {
    assumeFalse(RECORD != null, "outcomes are recorded of int32 indices");
    assertAsRecorded(run, run.train(int64Datasets, "threads", folder.resolve("run")));
  }

  @ParameterizedTest
  @MethodSource("dev.atoll.app.pinned.PinnedRuns#sample")
  void processes(PinnedRun run) throws IOException {
    assumeFalse(RECORD != null, "outcomes are recorded of threads alone");
    assertAsRecorded(run, run.train(datasets, "processes", folder.resolve("run")));
  }

  /** Workers that request rows which they could read in place. */
  @Test
  void apart() throws IOException {
    assumeFalse(RECORD != null, "outcomes are recorded of threads alone");
    var run = new PinnedRun("recipe=distdgl model=gcn");
    var apart = new PinnedRun(run.settings() + " network.gbps=1000");
    assertAsRecorded(run, run.train(datasets, "processes", folder.resolve("in-place")));
    assertAsRecorded(run, apart.train(datasets, "processes", folder.resolve("apart")));
    assertAsRecorded(run, apart.train(datasets, "threads", folder.resolve("threads")));
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("dev.atoll.app.pinned.PinnedRuns#drawn")
  void drawnProcesses(PinnedRun run) throws IOException {
    processes(run);
  }

  @Test
  void everyRecordedRunIsTrained() {
    assumeFalse(RECORD != null, "the table is being recorded");
    assertEquals(PinnedRuns.all().map(PinnedRun::settings).sorted().toList(), expected.runs());
  }

  private static void assertAsRecorded(PinnedRun run, PinnedOutcome found) {
    PinnedOutcome recorded = expected.outcome(run);
    assertNotNull(
        recorded, () -> "not in pinned-runs.tsv: " + run + "; see the comment of PinnedRunsTest");
    String differences = recorded.differences(found);
    assertTrue(differences.isEmpty(), () -> run + differences);
  }
}
