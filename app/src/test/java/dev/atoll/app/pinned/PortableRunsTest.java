package dev.atoll.app.pinned;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.atoll.testkit.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs with {@code kernels=portable} end with the same bits on other processors: with narrower
 * vectors, without AVX-512, and with OpenBLAS's kernels for another processor.
 */
class PortableRunsTest {
  private static final String PORTABLE = "kernels=portable gemm=auto model.hidden=24 ";

  private static final List<String> KINDS =
      List.of(
          "recipe=single",
          "recipe=distdgl workers=2",
          "recipe=distdgl workers=2 sampler=dgs",
          "recipe=vanilla workers=2");

  private static final ChildJvm THIS_PROCESSOR = new ChildJvm(List.of(), Map.of());

  @TempDir private static Path datasets;

  @TempDir private Path folder;

  @BeforeAll
  static void prepare() throws IOException {
    PinnedData.write(datasets);
  }

  @Test
  @Tag("slow")
  void aProcessorWithoutWideVectorsGivesTheSameBits() throws InterruptedException {
    var older =
        new ChildJvm(
            List.of("-XX:+IgnoreUnrecognizedVMOptions", "-XX:UseAVX=2", "-XX:MaxVectorSize=32"),
            Map.of("OPENBLAS_CORETYPE", "Haswell"));
    assertSameOutcomes(older);
  }

  @Tag("slow")
  @Test
  void theNarrowestVectorsGiveTheSameBits() throws InterruptedException {
    assertSameOutcomes(new ChildJvm(List.of("-XX:MaxVectorSize=16"), Map.of()));
  }

  private void assertSameOutcomes(ChildJvm other) throws InterruptedException {
    List<String> here =
        THIS_PROCESSOR.run(PortableRunsTest.class, "" + datasets, "" + folder.resolve("here"));
    List<String> there =
        other.run(PortableRunsTest.class, "" + datasets, "" + folder.resolve("there"));
    assertFalse(here.isEmpty());
    assertEquals(String.join("\n", here), String.join("\n", there));
  }

  /** A child: trains every model in every way and prints the outcomes. */
  public static void main(String[] args) throws IOException {
    Files.createDirectories(Path.of(args[1]));
    for (String kind : KINDS) {
      for (String model : List.of("gcn", "sage", "gat")) {
        String settings = PORTABLE + kind + " model=" + model;
        Path run = Path.of(args[1], settings.replaceAll("\\W", "-"));
        System.out.println(
            settings + " " + new PinnedRun(settings).train(Path.of(args[0]), "threads", run));
      }
    }
  }
}
