package dev.atoll.app.campaign;

import dev.atoll.testkit.Await;
import dev.atoll.testkit.CommitKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/** A run that was ended from outside after its first checkpoint and is resumed. */
record StoppedRun(Path whole) implements Subject {
  private static final int MOST_TRIES = 20;

  /** Trains into a folder. */
  @FunctionalInterface
  interface Training {
    Typed run(Path folder) throws IOException;
  }

  /** Copies a live run until a copy can be resumed to the weights of the run. */
  static Subject make(Path folder, Training training) throws Exception {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      Path live = folder.resolve("live" + tries);
      Path copy = folder.resolve("copy" + tries);
      CompletableFuture<Typed> end = CompletableFuture.supplyAsync(() -> run(training, live));
      if (copiedAfterCheckpoint(live, copy, end) && resumes(copy, end.join())) {
        return new StoppedRun(copy);
      }
      end.join();
    }
    throw new IllegalStateException("no run could be copied while it was training");
  }

  private static Typed run(Training training, Path live) {
    try {
      return training.run(live);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean copiedAfterCheckpoint(Path live, Path copy, CompletableFuture<Typed> end)
      throws Exception {
    Path checkpoint = live.resolve("checkpoint.safetensors");
    Await.until("a checkpoint", () -> end.isDone() || Files.exists(checkpoint));
    if (end.isDone()) {
      return false;
    }
    try {
      Folders.copy(live, copy);
      return true;
    } catch (IOException | UncheckedIOException _) {
      return false; // a file went while it was copied
    }
  }

  private static boolean resumes(Path copy, Typed expected) throws IOException {
    Path again = Folders.copy(copy, copy.resolveSibling(copy.getFileName() + "-again"));
    Typed resumed = new StoppedRun(copy).use(again, CommitKeys.random());
    return resumed.result() != null && resumed.result().equals(expected.result());
  }

  @Override
  public String name() {
    return "stopped run";
  }

  @Override
  public Typed use(Path copy, RandomGenerator random) throws IOException {
    if (!Files.exists(copy)) {
      throw new NoSuchFileException(copy.toString());
    }
    return Typed.of(
        List.of("train", "--json", "-", "--resume", copy.toString()), "weightsSha256", "test");
  }
}
