package dev.atoll.app.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class AtollProcessTest {
  /** Also a process that a campaign has stopped answers. */
  @Test
  void stacksOfRunningProcessesAreFound(@TempDir Path folder) throws Exception {
    Path run = folder.resolve("run");
    String[] line = {"train", "--data", "cora", "--epochs", "100000", "--out", run.toString()};
    try (AtollProcess atoll = AtollProcess.start(folder, folder.resolve("log.txt"), line)) {
      Await.until("a run", () -> Files.exists(run.resolve("metrics.jsonl")));
      AtollProcess.signal("STOP", atoll.pid());
      String stacks = atoll.stacks();
      assertTrue(stacks.contains("process %d: ".formatted(atoll.pid())), stacks);
      assertTrue(stacks.contains("\"main\""), stacks);
      AtollProcess.signal("KILL", atoll.pid());
      Await.until("its end", () -> !atoll.isAlive());
      assertEquals("", atoll.stacks());
    }
  }
}
