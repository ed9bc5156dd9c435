package dev.atoll.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.build.DatasetBuilder;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.loop.Training;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.plan.TrainingPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The code of docs/library.md: it stands in this class and in the programs, word for word. */
class LibraryPageTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern EXAMPLE = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

  @Test
  void fromDatasetToTrainedModel() throws IOException {
    // example
    double accuracy;
    try (var cora = DatasetCatalog.standard().open("cora");
        var cpu = CpuBackend.open(2);
        var training = Training.open(cora, cpu, TrainingPlan.of(ModelSpec.Kind.GCN))) {
      TrainingResult result = training.run(event -> {});
      accuracy = result.evaluation().test().main();
    }
    // end
    assertTrue(accuracy > 0.75, "accuracy " + accuracy);
  }

  @Test
  void anOwnDataset() {
    // example
    float[] scores;
    try (Dataset dataset =
            new DatasetBuilder("mine", 4)
                .undirectedEdges(new int[] {0, 1, 2}, new int[] {1, 2, 3})
                .features(new float[][] {{1, 0}, {1, 1}, {0, 1}, {0, 0}})
                .labels(0, 0, 1, 1)
                .split(new int[] {0, 2}, new int[] {1}, new int[] {3})
                .build();
        var cpu = CpuBackend.open(1);
        var training = Training.open(dataset, cpu, TrainingPlan.of(ModelSpec.gcn()));
        var arena = Arena.ofShared()) {
      training.run(event -> {});
      scores = training.logits(arena).row(3);
    }
    // end
    assertEquals(2, scores.length);
  }

  @Test
  void thePageShowsThisCode() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/library.md"));
    String code = plain(sources());
    Matcher example = EXAMPLE.matcher(page);
    int count = 0;
    while (example.find()) {
      assertTrue(code.contains(plain(example.group(1))), example.group(1));
      count++;
    }
    assertTrue(count > 0, "the page has examples");
  }

  private static String sources() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      StringBuilder all = new StringBuilder();
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        all.append(Files.readString(file));
      }
      return all.toString();
    }
  }

  private static String plain(String code) {
    return code.replaceAll("\\s+", " ");
  }
}
