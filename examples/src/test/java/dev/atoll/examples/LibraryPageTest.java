package dev.atoll.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.event.TrainingResult;
import dev.atoll.train.loop.Training;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.plan.TrainingPlan;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** The code of docs/library.md: it stands in this class and in the programs, word for word. */
class LibraryPageTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern PROJECT =
      Pattern.compile("```xml\\n(<project.*?</project>)\\n```", Pattern.DOTALL);
  private static final Pattern EXAMPLE = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

  @Test
  void fromDatasetToTrainedModel() throws IOException {
    // example
    double accuracy;
    try (var cora = DatasetCatalog.standard().open("cora");
        var cpu = CpuBackend.open(2);
        var training = Training.open(cora, cpu, TrainingPlan.of(ModelSpec.gcn()))) {
      TrainingResult result = training.run(event -> {});
      accuracy = result.evaluation().test().main();
    }
    // end
    assertTrue(accuracy > 0.75, "accuracy " + accuracy);
  }

  @Test
  void anOwnDataset() {
    assertEquals(2, OwnDataset.scores().length);
  }

  /** A project of its own that is copied from the page must find the artifacts of this build. */
  @Test
  void theProjectFileOnThePageIsWholeAndOfThisVersion() throws Exception {
    Matcher block = PROJECT.matcher(Files.readString(ROOT.resolve("docs/library.md")));
    assertTrue(block.find(), "a whole pom.xml");
    Element copied = xml(block.group(1).getBytes(UTF_8));
    Element own = xml(Files.readAllBytes(ROOT.resolve("pom.xml")));
    Element dependency = (Element) copied.getElementsByTagName("dependency").item(0);
    assertEquals(text(own, "groupId"), text(dependency, "groupId"));
    assertEquals("atoll-recipe", text(dependency, "artifactId"));
    assertEquals(text(own, "version"), text(dependency, "version"));
    String compiler = "<artifactId>maven-compiler-plugin</artifactId>";
    String plugins = Files.readString(ROOT.resolve("pom.xml"));
    String version = text((Element) copied.getElementsByTagName("plugin").item(0), "version");
    assertTrue(plugins.replaceAll("\\s", "").contains(compiler + "<version>" + version), version);
    assertEquals("25", text(copied, "maven.compiler.release"));
  }

  private static Element xml(byte[] text) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(text))
        .getDocumentElement();
  }

  private static String text(Element parent, String tag) {
    return parent.getElementsByTagName(tag).item(0).getTextContent();
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
