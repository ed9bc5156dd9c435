package dev.atoll.app.command;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Training that diverges says so in every mode, ends with exit code 1 and keeps its checkpoint. */
@Timeout(300)
class DivergedRunsTest {
  @TempDir static Path folder;

  @BeforeAll
  static void write() throws IOException {
    Path base = folder.resolve("base");
    Outcome.of(
            ("generate --kind sbm --nodes 240 --edges 1000 --communities 8 --features 12 --classes"
                    + " 2 --out "
                    + base)
                .split(" ", -1))
        .succeeded();
    writeFilled("huge", 3e38f);
    writeFilled("large", 1e30f);
  }

  /** Writes the graph with the same number in every feature. */
  private static void writeFilled(String name, float value) throws IOException {
    try (Dataset dataset = DatasetFolder.open(folder.resolve("base"));
        Arena memory = Arena.ofConfined()) {
      long rows = dataset.graph().nodeCount();
      MemorySegment cells = memory.allocate(JAVA_FLOAT, rows * 12);
      for (long i = 0; i < rows * 12; i++) {
        cells.setAtIndex(JAVA_FLOAT, i, value);
      }
      DatasetFolder.write(
          folder.resolve(name),
          dataset.with(new Features.Dense(rows, 12, Features.Element.F32, cells)),
          Map.of());
    }
  }

  private static Outcome train(String mode, String data, Path run, String... more) {
    List<String> args = new ArrayList<>(List.of("train", "--quiet", "--epochs", "300"));
    args.addAll(List.of("--data", folder.resolve(data).toString(), "--out", run.toString()));
    args.addAll(List.of(mode.split(" ", -1)));
    args.addAll(List.of(more));
    return Outcome.of(args.toArray(String[]::new));
  }

  /** The loss is finite, and no result of training. */
  @Test
  void featuresThatAreVeryLarge() {
    Outcome run =
        Outcome.of(
                "train",
                "--epochs",
                "3",
                "--data",
                folder.resolve("large").toString(),
                "--out",
                folder.resolve("large run").toString())
            .succeeded();
    assertTrue(run.err().contains("the loss of the last epoch is"), run.err());
    assertTrue(run.err().contains("--set features.normalize=standard"), run.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--recipe single",
        "--recipe vanilla --workers 2",
        "--recipe distdgl --workers 1 --set batch=16",
        "--recipe distdgl --workers 2 --set batch=16",
        "--recipe bytegnn --workers 2 --set batch=16",
        "--recipe cluster-gcn --workers 1",
        "--task link --set batch=64",
        "--task link --recipe distdgl --workers 2 --set batch=64",
        "--task unsupervised --set batch=64",
      })
  void featuresThatOverflow(String mode) {
    Path run = folder.resolve("huge " + mode);
    Outcome ended =
        train(mode, "huge", run).failed(1, "training diverged at epoch 1, step 1", "learning rate");
    assertFalse(ended.err().contains("bug"), ended.err());
    assertFalse(Files.exists(run), "nothing to resume from");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--recipe single",
        "--recipe vanilla --workers 2",
        "--recipe distdgl --workers 2 --set batch=16",
        "--task link --set batch=64",
        "--task unsupervised --set batch=64",
      })
  void stepsThatOverflow(String mode) throws IOException {
    Path run = folder.resolve("steps " + mode);
    String[] wild = {
      "--set",
      "optimizer=sgd",
      "--set",
      "lr=100",
      "--set",
      "weightDecay=100",
      "--set",
      "model.dropout=0",
      "--set",
      "checkpoint.every=1",
      "--set",
      "evaluate.every=1000"
    };
    train(mode, "base", run, wild).failed(1, "training diverged at epoch ", ", step ");
    Path checkpoint = run.resolve("checkpoint.safetensors");
    assertTrue(Files.exists(checkpoint));
    assertFalse(Files.exists(run.resolve("result.json")));
    byte[] kept = Files.readAllBytes(checkpoint);
    Outcome.of("train", "--quiet", "--resume", run.toString())
        .failed(1, "training diverged at epoch ");
    assertEquals(kept.length, Files.size(checkpoint));
  }
}
