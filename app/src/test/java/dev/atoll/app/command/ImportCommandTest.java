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
    JsonNode plan = refused(imports("--dry-run", "--json", "-")).json();
    assertEquals(2, plan.at("/problems").size());
    assertTrue(plan.at("/problems/0").asText().contains("nodes.csv: line 4: id 'a'"));
    assertTrue(plan.at("/problems/1").asText().contains("edges.csv: line 3: id 'zoe'"));
    String text = refused(imports("--dry-run")).out();
    assertTrue(text.contains("would be refused") && text.contains("--label COLUMN"), text);
    JsonNode solved =
        imports("--dry-run", "--duplicates", "last", "--unknown", "drop", "--json", "-")
            .succeeded()
            .json();
    assertEquals(0, solved.at("/problems").size());
  }

  private static Outcome refused(Outcome dryRun) {
    assertEquals(1, dryRun.code(), dryRun.err());
    return dryRun;
  }

  @Test
  void aDryRunChecksFolderAndName() throws IOException {
    Files.createDirectories(folder.resolve("full/old"));
    String[] rules = {"--dry-run", "--json", "-", "--duplicates", "last", "--unknown", "drop"};
    List<String> args = new ArrayList<>(List.of(rules));
    args.addAll(List.of("--out", folder.resolve("full").toString(), "--name", "a/b"));
    JsonNode problems = refused(imports(args.toArray(String[]::new))).json().at("/problems");
    assertEquals(2, problems.size());
    assertTrue(problems.get(0).asText().contains("name 'a/b'; expected 1 to"), "" + problems);
    assertTrue(problems.get(1).asText().contains("full: already exists"), "" + problems);
    args.set(args.size() - 3, folder.resolve("new").toString());
    args.set(args.size() - 1, "good");
    imports(args.toArray(String[]::new)).succeeded();
    assertFalse(Files.exists(folder.resolve("new")));
  }

  @Test
  void manyDifferentValuesAreNotCountedToTheLast() throws IOException {
    Files.writeString(folder.resolve("edges.csv"), "from,to\nn0,n1\n");
    var table = new StringBuilder("id,x\n");
    for (int i = 0; i < 10_050; i++) {
      table.append("n%d,%d\n".formatted(i, i));
    }
    Files.writeString(folder.resolve("nodes.csv"), table);
    String shown = imports("--dry-run").succeeded().out();
    assertTrue(shown.contains("> 10,000"), shown);
    assertFalse(shown.contains("10,001"), shown);
  }

  @Test
  void aDryRunReadsEdgesWithoutNodes() throws IOException {
    assertTrue(dryEdges("from,to\n1,2\n1,2,3\n").contains("line 3: 3 cells; expected 2"));
    assertTrue(dryEdges("from,to\n1,2\n2,-3\n").contains("line 3: id -3 is negative"));
    assertTrue(dryEdges("from,to\na,b\nb,\n").contains("line 3: column 'to' is empty"));
    assertTrue(dryEdges("from,to,weight\n1,2,1\n2,3,-1\n").contains("line 3: weight -1"));
    assertTrue(dryEdges("from,to\n1,2\n", "--split", "60/20/20").contains("add --nodes FILE"));
    assertEquals("", dryEdges("from,to,weight\na,b,1\nb,c,0.5\n"));
  }

  private String dryEdges(String edges, String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("alone.csv"), edges);
    List<String> args =
        new ArrayList<>(List.of("import", file.toString(), "--dry-run", "--json", "-"));
    args.addAll(List.of(options));
    Outcome done = Outcome.of(args.toArray(String[]::new));
    JsonNode plan = done.json();
    assertEquals(plan.at("/problems").isEmpty() ? 0 : 1, done.code(), done.err());
    return plan.at("/problems/0").asText("");
  }

  @Test
  void aDryRunReadsEveryCellOfNodes() throws IOException {
    Files.writeString(folder.resolve("edges.csv"), "from,to\na,b\nb,c\n");
    String table = "id,label,x,day\na,red,1,2024-01-01\nb,blue,2,2024-01-02\nc,red,3,\n";
    Files.writeString(folder.resolve("nodes.csv"), table);
    imports("--out", folder.resolve("known").toString()).succeeded();
    assertEquals("", dryNodes(table));
    assertTrue(dryNodes(table, "--split", "60/20/20", "--by", "dya").contains("--by: "));
    String green = table.replace("b,blue", "b,green");
    assertTrue(
        dryNodes(green, "--like", folder.resolve("known").toString())
            .contains("line 3: class 'green'; expected one of blue, red"));
    assertTrue(
        dryNodes("id,split,x\na,train,1\nb,sometimes,2\nc,,3\n")
            .contains("line 3: split 'sometimes'"));
    assertTrue(
        dryNodes("id,x,y\na,1,p\nb,oak,q\nc,3,p\n", "--encode", "x=number")
            .contains("line 3: column 'x' holds 'oak'"));
    assertTrue(dryNodes("id,label\na,0\nb,1\nc,900000000\n").contains("900,000,001 classes"));
    assertTrue(
        dryNodes(table.replace("c,red", "a,red"))
            .contains("nodes.csv: line 4: id 'a' is there twice"));
  }

  @Test
  void aDryRunCountsTheNodesOfUnknownIds() throws IOException {
    JsonNode plan =
        imports("--dry-run", "--duplicates", "last", "--unknown", "create", "--json", "-")
            .succeeded()
            .json();
    assertEquals(0, plan.at("/problems").size());
    assertTrue(plan.at("/notes").toString().contains("1 nodes made of ids"), plan.toString());
  }

  @Test
  void aDryRunNamesColumnsThatAloneGiveTheLabel() throws IOException {
    Files.writeString(folder.resolve("edges.csv"), "from,to\nn0,n1\n");
    var table = new StringBuilder("id,label,leak\n");
    for (int i = 0; i < 100; i++) {
      table.append("n%d,%s,%d\n".formatted(i, i % 2 == 0 ? "even" : "odd", 1000 * (i % 2) + i));
    }
    Files.writeString(folder.resolve("nodes.csv"), table);
    JsonNode plan = imports("--dry-run", "--json", "-").succeeded().json();
    assertTrue(plan.at("/notes").toString().contains("'leak' alone gives AUC 1.00"));
  }

  private String dryNodes(String nodes, String... options) throws IOException {
    Files.writeString(folder.resolve("nodes.csv"), nodes);
    List<String> args = new ArrayList<>(List.of("--dry-run", "--json", "-"));
    args.addAll(List.of(options));
    Outcome done = imports(args.toArray(String[]::new));
    JsonNode plan = done.json();
    assertEquals(plan.at("/problems").isEmpty() ? 0 : 1, done.code(), done.err());
    return plan.at("/problems/0").asText("");
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
