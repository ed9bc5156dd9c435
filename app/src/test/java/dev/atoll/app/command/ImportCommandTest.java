package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportCommandTest {
  @TempDir private Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(folder.resolve("edges.csv"), "from,to\na,b\nb,zoe\nb,c\n");
    Files.writeString(
        folder.resolve("nodes.csv"), "id,is_fraud,x\na,0,1\nb,1,2\na,0,7\nc,0,3\nd,1,4\n");
  }

  private Outcome imports(String... options) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "import",
                folder.resolve("edges.csv").toString(),
                "--nodes",
                folder.resolve("nodes.csv").toString()));
    args.addAll(List.of(options));
    return Outcome.of(args.toArray(String[]::new));
  }

  @Test
  void aDryRunNamesWhatWouldBeRefused() throws IOException {
    JsonNode plan = imports("--dry-run", "--json", "-").succeeded().json();
    assertEquals(2, plan.at("/problems").size());
    assertTrue(plan.at("/problems/0").asText().contains("nodes.csv: line 4: id 'a'"));
    assertTrue(plan.at("/problems/1").asText().contains("edges.csv: line 3: id 'zoe'"));
    String text = imports("--dry-run").succeeded().out();
    assertTrue(text.contains("would be refused") && text.contains("--label COLUMN"), text);
    JsonNode solved =
        imports("--dry-run", "--duplicates", "last", "--unknown", "drop", "--json", "-")
            .succeeded()
            .json();
    assertEquals(0, solved.at("/problems").size());
  }

  @Test
  void rulesForRowsAndIdsAreObeyed() throws IOException {
    imports("--out", folder.resolve("refused").toString()).failed(1, "--duplicates first");
    imports("--duplicates", "first", "--out", folder.resolve("refused").toString())
        .failed(1, "--unknown drop");
    JsonNode data =
        imports(
                "--duplicates",
                "first",
                "--unknown",
                "create",
                "--out",
                folder.resolve("data").toString(),
                "--json",
                "-")
            .succeeded()
            .json();
    assertEquals(5, data.at("/nodes").asInt());
  }

  @Test
  void aDatasetWithoutASplitHasNoTableOfSplits() {
    String text =
        imports(
                "--duplicates",
                "first",
                "--unknown",
                "drop",
                "--out",
                folder.resolve("unsplit").toString())
            .succeeded()
            .out();
    assertFalse(text.contains("validation"), text);
    assertTrue(text.contains("5 rows of nodes"), text);
  }

  @Test
  void unknownRulesListTheKnown() {
    imports("--unknown", "ignore", "--out", folder.resolve("none").toString()).failed(2, "drop");
  }
}
