package dev.atoll.recipe.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.JsonSeal;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFolderTest {
  @ParameterizedTest
  @ValueSource(strings = {"../../X", "..", "/etc", "a/b", "a\\b", "a\nb", "-rf", "~", "\0", ""})
  void namesOfDatasetsAreNoPaths(String dataset) {
    Path run = RunFolder.named(dataset, "sage").path();
    assertEquals(Path.of("runs"), run.getParent());
    assertTrue(run.normalize().startsWith("runs"), run.toString());
    assertTrue(run.getFileName().toString().matches("\\w.*sage-.*|sage-.*"), run.toString());
  }

  /** A run that was killed while its shards were written. */
  @Test
  void shardsThatAKillHasCutOffAreDeleted(@TempDir Path folder) throws IOException {
    Path shards = Files.createDirectory(folder.resolve(".shards.part-1"));
    Files.createDirectory(shards.resolve("part-0"));
    Files.writeString(shards.resolve("part-0").resolve("indices.npy"), "half");
    Files.writeString(folder.resolve(".weights.safetensors.part-2"), "half");
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("own"), "stays");
    Files.createSymbolicLink(shards.resolve("link"), elsewhere);
    new RunFolder(folder).deleteTemporary();
    assertFalse(Files.exists(shards));
    assertFalse(Files.exists(folder.resolve(".weights.safetensors.part-2")));
    assertTrue(Files.exists(elsewhere.resolve("own")));
  }

  @Test
  void aDiscardedRunLeavesOnlyFilesOfOthers(@TempDir Path folder) throws IOException {
    Path run = Files.createDirectories(folder.resolve("run/shards")).getParent();
    Files.writeString(run.resolve("metrics.jsonl"), "");
    Files.writeString(run.resolve(FolderLock.FILE), "");
    Path own = Files.writeString(run.resolve("own.txt"), "stays");
    new RunFolder(run).discard();
    try (Stream<Path> left = Files.list(run)) {
      assertEquals(List.of(own), left.toList());
    }
    Files.delete(own);
    new RunFolder(run).discard();
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void anotherFileInPlaceOfTheResultIsNamed(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("result.json"), JsonSeal.sealed("{ \"parts\" : 2 }"));
    var e = assertThrows(BadDataException.class, new RunFolder(folder)::readResult);
    assertTrue(e.getMessage().contains("result.json"), e.getMessage());
    assertTrue(e.getMessage().contains("not the result of a run"), e.getMessage());
  }

  @Test
  void ordinaryNamesStay() {
    String name = RunFolder.named("ogbn-arxiv", "gcn").path().getFileName().toString();
    assertTrue(name.startsWith("ogbn-arxiv-gcn-2"), name);
    String long1 = RunFolder.named("x".repeat(1000), "gcn").path().getFileName().toString();
    assertTrue(long1.length() < 120, long1);
  }
}
