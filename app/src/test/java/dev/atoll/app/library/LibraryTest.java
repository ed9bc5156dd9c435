package dev.atoll.app.library;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.loop.Training;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.plan.TrainingPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples of docs/library.md: they are code of this class, word for word. */
class LibraryTest {
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
  void thePageShowsThisCode() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/library.md"));
    String code = Files.readString(Path.of("src/test/java/dev/atoll/app/library/LibraryTest.java"));
    Matcher example = EXAMPLE.matcher(page);
    int count = 0;
    while (example.find()) {
      assertTrue(plain(code).contains(plain(example.group(1))), example.group(1));
      count++;
    }
    assertTrue(count > 0, "the page has examples");
  }

  private static String plain(String code) {
    return code.replaceAll("\\s+", " ");
  }
}
