package dev.atoll.app.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers as real processes: they give the bits of threads, and end together. Cases are samplers
 * and tasks with state of their own: masks, rows of peers, pairs.
 */
class DistributedIT {
  private static final String ANY =
      "./atoll train --quiet --epochs 4 --set model.hidden=16 --set checkpoint.keep=false"
          + " --set checkpoint.every=";
  private static final String TRAIN = ANY + "3 --recipe dgs --set batch=16 --set explain.every=4 ";

  private static JsonNode threads;

  @TempDir Path folder;
  private Shell shell;

  @BeforeAll
  static void undisturbed(@TempDir Path folder) throws Exception {
    threads = train(new Shell(folder), "--workers 3 --engine threads --out threads");
  }

  @BeforeEach
  void open() throws IOException {
    shell = new Shell(folder);
  }

  @Test
  void processesGiveTheBitsThatThreadsGive() throws Exception {
    JsonNode processes = train(shell, "--workers 3 --engine processes --out processes");
    assertEquals(threads.get("weightsSha256"), processes.get("weightsSha256"));
    assertEquals(threads.get("loss"), processes.get("loss"));
    assertEquals(threads.get("bytesPerEpoch"), processes.get("bytesPerEpoch"));
    assertNoWorkersAreLeft();
  }

  @Tag("slow")
  @Test
  void twoLevelSchedulingOnProcessesResumesToTheBitsOfSequentialThreads() throws Exception {
    String bytegnn =
        ANY
            + "3 --recipe bytegnn --set batch=16 --workers 2 --set sampler=local-aware"
            + " --set sampler.scale=4 ";
    shell.run(bytegnn + "--engine threads --set schedule=sequential --out threads").succeeded();
    Shell.Result killed =
        shell.run(bytegnn + "--engine processes --out killed", Map.of("ATOLL_CRASH", "1:2:1"));
    assertEquals(1, killed.code(), killed.err());
    shell.run("./atoll train --quiet --resume killed").succeeded();
    assertEquals(result("threads").get("weightsSha256"), result("killed").get("weightsSha256"));
  }

  @Tag("slow")
  @Test
  void processesThatRememberEachOthersRowsResumeToTheBitsOfThreads() throws Exception {
    String skipping = ANY + "1 --recipe sancus-a --set exchange.codec=int8 --workers 3 ";
    shell.run(skipping + "--engine threads --out threads").succeeded();
    JsonNode undisturbed = result("threads");
    Shell.Result killed =
        shell.run(skipping + "--engine processes --out killed", Map.of("ATOLL_CRASH", "2:2:0"));
    assertEquals(1, killed.code(), killed.err());
    shell.run("./atoll train --quiet --resume killed").succeeded();
    assertEquals(undisturbed.get("weightsSha256"), result("killed").get("weightsSha256"));
    assertEquals(undisturbed.get("loss"), result("killed").get("loss"));
  }

  @Test
  @Tag("slow")
  void aKilledWorkerIsNamedAndTheRunResumesToTheSameBits() throws Exception {
    Shell.Result killed =
        shell.run(
            TRAIN + "--workers 3 --engine processes --out killed", Map.of("ATOLL_CRASH", "1:2:1"));
    assertEquals(1, killed.code(), killed.err());
    assertTrue(killed.err().contains("rank 1"), killed.err());
    assertTrue(killed.err().contains("--resume"), killed.err());
    assertFalse(killed.err().contains("\tat "), killed.err());
    assertNoWorkersAreLeft();

    shell.run("./atoll train --quiet --resume killed").succeeded();
    JsonNode resumed = result("killed");
    assertEquals(threads.get("weightsSha256"), resumed.get("weightsSha256"));
    assertEquals(threads.get("loss"), resumed.get("loss"));
    assertEquals(4, Files.readAllLines(folder.resolve("killed/metrics.jsonl")).size());
    assertFalse(Files.exists(folder.resolve("killed/checkpoint.safetensors")));
    assertFalse(Files.exists(folder.resolve("killed/shards")));
  }

  @Tag("slow")
  @Test
  void aKilledLeadTakesTheOthersWithIt() throws Exception {
    Shell.Result killed =
        shell.run(
            TRAIN + "--workers 3 --engine processes --out killed", Map.of("ATOLL_CRASH", "0:1:1"));
    assertNotEquals(0, killed.code());
    assertNoWorkersAreLeft();
    shell.run("./atoll train --quiet --resume killed").succeeded();
    assertEquals(threads.get("weightsSha256"), result("killed").get("weightsSha256"));
  }

  @Tag("slow")
  @Test
  void aWorkerThatHangsIsGivenUpAfterTheDeadline() throws Exception {
    String said = stopAWorkerOf("--set deadline=30 --set heartbeat=0");
    assertTrue(said.contains("rank 1") && said.contains("deadline"), said);
  }

  @Test
  void aWorkerThatIsStoppedIsNoticedByItsHeartbeat() throws Exception {
    String said = stopAWorkerOf("--set deadline=600 --set heartbeat=3");
    assertTrue(said.contains("no sign of life from rank 1 for 3.0 s"), said);
  }

  /** The output of a run whose second process is stopped while it trains. */
  private String stopAWorkerOf(String settings) throws Exception {
    Process run =
        shell
            .script(
                "exec ./atoll train --quiet --recipe distdgl --epochs 100000 --set task=link "
                    + settings
                    + " --engine processes --out hung")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said.txt").toFile())
            .start();
    try {
      Path metrics = folder.resolve("hung/metrics.jsonl");
      Await.until("an epoch", () -> Files.exists(metrics) && Files.size(metrics) > 0);
      long worker = workersOf(run.toHandle()).getFirst().pid();
      shell.run("kill -STOP " + worker).succeeded();
      boolean ended = run.waitFor(30 + Await.MOST.toSeconds(), TimeUnit.SECONDS);
      shell.run("kill -CONT " + worker + " || true");
      assertTrue(ended, "still waiting for a worker that hangs");
      assertNoWorkersAreLeft();
      return Files.readString(folder.resolve("said.txt"));
    } finally {
      run.destroyForcibly();
    }
  }

  private static JsonNode train(Shell shell, String more) throws Exception {
    return new ObjectMapper().readTree(shell.run(TRAIN + more + " --json -").succeeded().out());
  }

  private JsonNode result(String run) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(run).resolve("result.json").toFile());
  }

  /** Workers of this test end, if not at once. */
  private void assertNoWorkersAreLeft() throws Exception {
    Await.until("the end of all workers", () -> ownWorkers().isEmpty());
  }

  /** Workers that inherited the variable of this test's shell; others may train on this machine. */
  private List<String> ownWorkers() {
    return ProcessHandle.allProcesses()
        .filter(DistributedIT::isWorker)
        .filter(process -> shell.isParentOf(process))
        .map(process -> process.pid() + " " + process.info().commandLine().orElse(""))
        .toList();
  }

  private static boolean isWorker(ProcessHandle process) {
    return process.info().commandLine().orElse("").endsWith("WorkerProgram");
  }

  private static List<ProcessHandle> workersOf(ProcessHandle run) {
    return run.descendants().filter(DistributedIT::isWorker).toList();
  }
}
