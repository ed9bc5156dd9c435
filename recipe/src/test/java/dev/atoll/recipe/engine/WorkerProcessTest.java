package dev.atoll.recipe.engine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WorkerProcessTest {
  private static WorkerProcess worker(Duration grace, String... command) throws Exception {
    return new WorkerProcess(1, new ProcessBuilder(command).start(), grace, _ -> {});
  }

  @Test
  void oneThatHangsIsDescribedWhileItStillRuns() throws Exception {
    try (WorkerProcess worker = worker(Duration.ofMillis(20), "sleep", "100")) {
      assertFalse(worker.succeeds());
      assertTrue(worker.ending().contains("rank 1"), worker.ending());
      assertTrue(worker.ending().contains("did not end within"), worker.ending());
    }
  }

  @Test
  void exitCodesAreSeen() throws Exception {
    try (WorkerProcess fine = worker(Duration.ofMinutes(1), "true");
        WorkerProcess failed = worker(Duration.ofMinutes(1), "sh", "-c", "echo why; exit 3")) {
      assertTrue(fine.succeeds());
      assertFalse(failed.succeeds());
      assertTrue(failed.ending().contains("exit code 3, printing: why"), failed.ending());
    }
  }

  @Test
  void theLastLinesOfATalkativeOneAreKept() throws Exception {
    try (WorkerProcess worker = worker(Duration.ofMinutes(1), "sh", "-c", "seq 5000; exit 3")) {
      assertFalse(worker.succeeds());
      assertTrue(worker.ending().contains("printing: 4901; 4902;"), worker.ending());
      assertTrue(worker.ending().endsWith("; 5000"), worker.ending());
    }
  }

  @Test
  void optionsArePassedOnButForThoseOfThisProcessAlone() {
    for (String option : new String[] {"-Xmx1g", "-XX:+UseSerialGC", "-Djava.io.tmpdir=/scratch"}) {
      assertTrue(WorkerProcess.isPassedOn(option), option);
    }
    for (String option :
        new String[] {
          "-XX:ArchiveClassesAtExit=x",
          "-Datoll.stderr=true",
          "-Datoll.columns=80",
          "-Dcom.sun.management.jmxremote.port=7000",
          "--add-modules",
          "-javaagent:x.jar"
        }) {
      assertFalse(WorkerProcess.isPassedOn(option), option);
    }
  }

  @Test
  void closingWaitsForItsEnd() throws Exception {
    WorkerProcess worker = worker(Duration.ofMinutes(1), "sleep", "100");
    worker.close();
    assertFalse(worker.isAlive());
  }
}
