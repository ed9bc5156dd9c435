package dev.atoll.recipe.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
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

  @Test
  void ordinaryNamesStay() {
    String name = RunFolder.named("ogbn-arxiv", "gcn").path().getFileName().toString();
    assertTrue(name.startsWith("ogbn-arxiv-gcn-2"), name);
    String long1 = RunFolder.named("x".repeat(1000), "gcn").path().getFileName().toString();
    assertTrue(long1.length() < 120, long1);
  }
}
