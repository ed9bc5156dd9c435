package dev.atoll.recipe.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.recipe.Recipe;
import dev.atoll.recipe.Session;
import dev.atoll.recipe.run.FolderLock;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.event.TrainEvent.EpochFinished;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run whose result is written is finished, whatever fails after that. */
class FinishedRunTest {
  @TempDir private Path folder;

  /** Cleaners of temporary files delete what is old, also during a run. */
  @Test
  void aRunOutlivesTheFolderOfItsCounts() throws IOException {
    Recipe twoProcesses =
        Recipe.named("vanilla")
            .with("engine", "processes")
            .with("workers", 2)
            .with("epochs", 1)
            .with("threads", 1);
    finishes(
        twoProcesses,
        event -> {
          if (event instanceof EpochFinished) {
            assertEquals(1, deleteCountsOfThisProcess());
          }
        });
  }

  private static int deleteCountsOfThisProcess() {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    int deleted = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(temporary, "atoll-counts-*")) {
      for (Path counts : all) {
        if (FolderLock.holder(counts).contains("\"pid\":" + ProcessHandle.current().pid() + ",")) {
          Files.delete(counts.resolve("run.lock"));
          Files.delete(counts);
          deleted++;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return deleted;
  }

  @Test
  void filesThatCannotBeDeletedStay() throws IOException {
    Path foreign = folder.resolve("run/checkpoint.safetensors.worker-0-0-0/own.txt");
    finishes(
        Recipe.named("single").with("epochs", 1).with("threads", 1).with("checkpoint.keep", true),
        event -> {
          if (event instanceof EpochFinished) {
            writeBetweenCheckpoints(foreign);
          }
        });
    assertTrue(Files.exists(foreign));
  }

  private static void writeBetweenCheckpoints(Path foreign) {
    try {
      Files.createDirectories(foreign.getParent());
      Files.writeString(foreign, "of another program");
      Files.createFile(foreign.getParent().resolveSibling("checkpoint.safetensors.worker-0-9-0"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void finishes(Recipe recipe, TrainEvent.Listener listener) throws IOException {
    Path run = folder.resolve("run");
    try (Session session = Session.open("cora")) {
      session.train(recipe, run, listener);
    }
    assertEquals(1, RunFolder.finished(run).readResult().epochs());
  }
}
