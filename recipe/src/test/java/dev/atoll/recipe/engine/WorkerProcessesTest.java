package dev.atoll.recipe.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerProcessesTest {
  private static WorkerProcess sleeping(int rank) throws IOException {
    Process process = new ProcessBuilder("sleep", "1000").start();
    return new WorkerProcess(rank, process, Duration.ofMinutes(1), _ -> {});
  }

  /** The shutdown hook runs while the thread that starts workers goes on. */
  @Test
  void aWorkerThatStartsDuringTheEndIsKilled() throws IOException {
    try (WorkerProcesses workers = new WorkerProcesses()) {
      WorkerProcess early = sleeping(1);
      workers.add(early);
      assertTrue(early.isAlive());
      workers.kill();
      WorkerProcess late = sleeping(2);
      var e = assertThrows(IllegalStateException.class, () -> workers.add(late));
      assertTrue(e.getMessage().contains("rank 2 was started while"), e.getMessage());
      assertFalse(late.isAlive());
      assertEquals(List.of(early), workers.all());
    }
  }
}
