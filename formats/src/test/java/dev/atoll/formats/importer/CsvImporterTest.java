package dev.atoll.formats.importer;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.formats.table.ColumnChoice;
import dev.atoll.formats.table.NumberIndex;
import dev.atoll.formats.table.TextIndex;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.testkit.Randomly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvImporterTest extends ImportFixture {
  private static final String NODES =
      """
      id,label,split,f1,f2
      anna,red,train,0.1,7
      bob,blue,test,0.3,8
      carl,,,0.2,9
      """;
  private static final String EDGES =
      """
      src,dst,weight
      anna,bob,0.5
      carl,bob,1
      """;

  @Test
  void readsEdgesAndNodes() throws Exception {
    try (Dataset found = imported(tables(EDGES, NODES))) {
      assertEquals(List.of("anna", "bob", "carl"), ids(found));
      assertEquals(List.of(0L, 2L), neighbors(found, 1));
      assertEquals(List.of(1, 0, -1), labels(found));
      assertEquals(2, found.labels().orElseThrow().classes());
      assertEquals(List.of(0, 2, -1), roles(found.split("split")));
      assertEquals(List.of(0.1f, 7f, 0.3f, 8f, 0.2f, 9f), features(found));
    }
  }

  @Test
  void keepsTheWeightsOfEdges() throws Exception {
    String edges = "w,to,from\n0.5,2,1\n3,1,2\n2,3,2\n7,3,3\n";
    Path both = Files.writeString(folder.resolve("both.csv"), edges);
    try (Dataset found = imported(both)) {
      assertEquals(List.of(3f), weights(found, 0));
      assertEquals(List.of(3f, 2f), weights(found, 1));
      assertEquals(List.of(2f), weights(found, 2));
    }
    try (Dataset found = imported(both, ImportOptions.DEFAULT.withEdges(EdgeRule.DIRECTED))) {
      assertEquals(List.of(0.5f), weights(found, 1));
      assertEquals(List.of(2f, 7f), weights(found, 2));
    }
    Path none = Files.writeString(folder.resolve("none.csv"), "from,to\n1,2\n");
    try (Dataset found = imported(none)) {
      assertTrue(found.graph().weights().isEmpty());
    }
  }

  /** Nodes of the left-out edges only are no nodes of a graph without a node table. */
  @Test
  void leavesOutEdgesOfWeightZero() throws Exception {
    String rows = "1,2,0\n9,1,0.0\n3,2,4\n2,4,-0\n4,3,1e-60\n2,5,2\n";
    for (String prefix : List.of("", "n")) { // numbers, texts
      Path table = folder.resolve("zeros.csv");
      Files.writeString(
          table, "src,dst,weight\n" + rows.replaceAll("(?m)^(.),", prefix + "$1," + prefix));
      Path target = folder.resolve("zeros" + prefix);
      Importers.run(table, target, ImportOptions.DEFAULT);
      try (Dataset found = DatasetFolder.open(target)) {
        assertEquals(List.of(prefix + 2, prefix + 3, prefix + 5), ids(found));
        assertEquals(List.of(1L, 2L), neighbors(found, 0));
        assertEquals(List.of(4f, 2f), weights(found, 0));
      }
      List<String> notes = DatasetFolder.info(target).notes();
      assertTrue(notes.contains("4 edges of weight 0 left out"), notes::toString);
    }
  }

  @Test
  void refusesWeightsThatAreNone() throws Exception {
    for (String weight : List.of("-1", "nan", "inf", "")) {
      Path table = folder.resolve("bad.csv");
      Files.writeString(table, "src,dst,weight\n1,2,1\n2,3,%s\n".formatted(weight));
      refused(table, "line 3: weight");
    }
  }

  @Test
  void saysWhatItLeftOut() throws Exception {
    Path target = folder.resolve("noted");
    String nodes = NODES.replace("f2", "title").replace("7\n", "The Tempest\n");
    String edges =
        """
        src,dst,weight,since
        anna,bob,0.5,2001
        carl,bob,1,2002
        """;
    Importers.run(tables(edges, nodes), target, ImportOptions.DEFAULT);
    assertEquals(
        List.of(
            "edges made symmetric, duplicates and self-loops removed",
            "1 further columns of the edge table left out: since",
            "3 rows of nodes",
            "1 nodes have no label",
            "classes: 0 = blue, 1 = red",
            "edge weights kept; of equal edges the largest weight",
            "2 rows: 0 repeated pairs merged, 0 self-loops dropped, 2 undirected edges left"),
        DatasetFolder.info(target).notes());
  }

  @Test
  void readsPackedTables() throws Exception {
    Path plain = tables(EDGES, NODES);
    Path packed = Files.createDirectory(folder.resolve("packed"));
    for (String file : List.of("edges.csv", "nodes.csv")) {
      try (var out = new GZIPOutputStream(Files.newOutputStream(packed.resolve(file + ".gz")))) {
        Files.copy(plain.resolve(file), out);
      }
    }
    try (Dataset expected = imported(plain);
        Dataset found = imported(packed)) {
      assertSame(expected, found);
    }
  }

  @Test
  void readsSnapFiles() throws Exception {
    Path file =
        Files.writeString(folder.resolve("web.txt"), "# Nodes: 3\n# a\tb\n10\t30\n30\t20\n");
    try (Dataset found = imported(file, ImportOptions.DEFAULT.withEdges(EdgeRule.DIRECTED))) {
      assertEquals("web", found.name());
      assertEquals(List.of("10", "20", "30"), ids(found));
      assertEquals(List.of(2L), neighbors(found, 1));
      assertEquals(List.of(), neighbors(found, 0));
    }
  }

  @Test
  void idsThatSayNothingAreNotKept() throws Exception {
    Path file = Files.writeString(folder.resolve("plain.csv"), "0,1\n1,2\n");
    try (Dataset found = imported(file)) {
      assertTrue(found.ids().isEmpty());
      assertEquals(3, found.graph().nodeCount());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 1000, 100_000_007, 123_456_789_012_345L})
  void agreesWithASlowReader(long spread) {
    Randomly.tries(
        15,
        random -> {
          int nodes = random.nextInt(1, 40);
          Set<List<Long>> arcs = new TreeSet<>((a, b) -> a.toString().compareTo(b.toString()));
          Set<Long> seen = new TreeSet<>();
          var text = new StringBuilder();
          for (int i = random.nextInt(1, 200); i > 0; i--) {
            long source = random.nextLong(nodes) * spread;
            long target = random.nextLong(nodes) * spread;
            seen.addAll(List.of(source, target));
            if (source != target) {
              arcs.add(List.of(source, target));
              arcs.add(List.of(target, source));
            }
            text.append(source).append(';').append(target).append('\n');
          }
          Path file = Files.writeString(folder.resolve("random.csv"), text);
          try (Dataset found = imported(file)) {
            assertEquals(seen.stream().map(String::valueOf).toList(), ids(found));
            assertEquals(arcs.size(), found.graph().edgeCount());
            for (long node = 0; node < found.graph().nodeCount(); node++) {
              for (long other : neighbors(found, node)) {
                List<Long> arc =
                    List.of(Long.valueOf(found.id(other)), Long.valueOf(found.id(node)));
                assertTrue(arcs.contains(arc), arc.toString());
              }
            }
          }
        });
  }

  @Test
  void textIdsWithoutANodeTableAreSorted() throws Exception {
    Path file = Files.writeString(folder.resolve("t.csv"), "zoe,adam\n\"m, m\",zoe\nélan,adam\n");
    try (Dataset found = imported(file)) {
      assertEquals(List.of("adam", "m, m", "zoe", "élan"), ids(found));
      assertEquals(List.of(0L, 1L), neighbors(found, 2));
    }
  }

  @Test
  void leadingZerosMakeIdsText() throws Exception {
    Path file = Files.writeString(folder.resolve("z.csv"), "007,7\n7,08\n");
    try (Dataset found = imported(file)) {
      assertEquals(List.of("007", "08", "7"), ids(found));
    }
    Path late = Files.writeString(folder.resolve("late.csv"), "1,2\n".repeat(200) + "2,x\n");
    refused(late, "late.csv: line 201: expected a whole number of up to 18 digits, found 'x'");
    try (Dataset found = imported(late, ImportOptions.DEFAULT.withTextIds())) {
      assertEquals(List.of("1", "2", "x"), ids(found));
    }
  }

  @Test
  void idsWithLeadingZerosAreNotTakenForOthers() throws Exception {
    String numbers = "1,2\n".repeat(200);
    Path late = Files.writeString(folder.resolve("late.csv"), numbers + "2,001\n");
    refused(late, "late.csv: line 201: id 1 is written with leading zeros");
    try (Dataset found = imported(late, ImportOptions.DEFAULT.withTextIds())) {
      assertEquals(List.of("001", "1", "2"), ids(found));
    }
    Path zero = Files.writeString(folder.resolve("zero.csv"), "0,1\n".repeat(200) + "1,00\n");
    refused(zero, "zero.csv: line 201: id 0 is written with leading zeros");
  }

  @Test
  void textThatIsNotUtf8IsRefused() throws Exception {
    String nodes = "id,label\n1,rød\n2,råd\n3,rød\n";
    Path latin = tables("1,2\n2,3\n", nodes);
    Files.write(latin.resolve("nodes.csv"), nodes.getBytes(StandardCharsets.ISO_8859_1));
    refused(latin, "nodes.csv: line 2: byte 0xF8 is no text in UTF-8; save the file as UTF-8");
    Path edges = folder.resolve("latin.csv");
    String late = "anna,élan\n".repeat(200_000);
    Files.write(edges, (late + "bob,rød\n").getBytes(StandardCharsets.ISO_8859_1));
    refused(edges, "latin.csv: line 1: byte 0xE9");
    Files.write(edges, late.getBytes(StandardCharsets.UTF_8));
    Files.write(
        edges, "bob,rød\n".getBytes(StandardCharsets.ISO_8859_1), StandardOpenOption.APPEND);
    refused(edges, "latin.csv: line 200001: byte 0xF8");
  }

  @Test
  void sourceAndTargetAreTwoColumns() throws Exception {
    refused(
        tables(EDGES, NODES),
        ImportOptions.DEFAULT.withColumns(ends("src", "src")),
        "edges.csv: column 'src' is both source and target");
  }

  private static ColumnChoice ends(String source, String target) {
    return new ColumnChoice(
        Optional.of(source),
        Optional.of(target),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  @Test
  void columnsCanBeNamed() throws Exception {
    Path edges = Files.writeString(folder.resolve("e.csv"), "when,a,b\n1.5,x,y\n2.5,y,z\n");
    Path nodes =
        Files.writeString(
            folder.resolve("n.tsv"),
            "who\tgroup\tage\tsize\nz\t1\t5\t6\ny\t0\t7\t8\nx\t1\t9\t10\n");
    var columns =
        new ColumnChoice(
            Optional.of("a"),
            Optional.of("3"),
            Optional.of("who"),
            Optional.of("group"),
            Optional.empty(),
            List.of("size"));
    var options =
        ImportOptions.DEFAULT.withNodes(nodes).withColumns(columns).withEdges(EdgeRule.DIRECTED);
    try (Dataset found = imported(edges, options)) {
      assertEquals(List.of("z", "y", "x"), ids(found));
      assertEquals(List.of(2L), neighbors(found, 1));
      assertEquals(List.of(6f, 8f, 10f), features(found));
      assertEquals(List.of(1, 0, 1), labels(found));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "anna,bob ! ann,bob ! edges.csv: line 2: id 'ann' is not in the node table",
        "anna,bob,0.5 ! anna ! edges.csv: line 2: expected another field, found the end of the"
            + " line",
        "carl,,,0.2 ! anna,,,0.2 ! nodes.csv: line 4: id 'anna' is there twice: column"
            + " 'label' differs from line 2. Correct the table",
        "0.3 ! inf ! nodes.csv: line 3: column 'f1' is Infinity; expected a finite number",
        "0.3 ! 1e99 ! nodes.csv: line 3: column 'f1' is Infinity; expected a finite number",
        "bob,blue ! ',blue' ! nodes.csv: line 3: column 'id' is empty; every node needs an id",
        "carl,bob ! 'carl,' ! edges.csv: line 3: column 'dst' is empty; every edge needs two ids",
        "carl,bob ! ',bob' ! edges.csv: line 3: column 'src' is empty; every edge needs two ids",
        "test ! tset ! nodes.csv: line 3: split 'tset'; expected train, val, test or nothing",
        "0.2,9 ! 0.2,9,10 ! nodes.csv: line 4: 6 cells; expected 5",
        "0.2,9 ! 0.2 ! nodes.csv: line 4: expected another field, found the end of the line",
        "'id,label' ! 'key,label' ! nodes.csv: no id among the columns [key, label",
      })
  void badRowsAreNamed(String text, String instead, String message) throws Exception {
    Path bad = tables(EDGES.replace(text, instead), NODES.replace(text, instead));
    refused(bad, message);
  }

  @Test
  void badNumbersAreNamed() throws Exception {
    String nodes = "id,label\n1,0\n2,1\n3,-1\n";
    refused(tables("1,2\n2,4\n", nodes), "edges.csv: line 2: id '4' is not in the node table");
    refused(tables("1,2\n2,-4\n", nodes), "edges.csv: line 2: id '-4' is not in");
    refused(tables("1,2\n2,3\n", nodes.replace("2,1", "2,-7")), "line 3: class '-7'; expected");
    refused(tables("1,2\n", nodes.replace("3,", "-3,")), "nodes.csv: line 4: id -3 is negative");
    refused(tables("1,2\n", nodes.replace("3,", "\n3,")), "nodes.csv: line 5: a blank line");
    Path single = Files.writeString(folder.resolve("neg.csv"), "0,1\n-5,2\n");
    refused(single, "neg.csv: line 2: id -5 is negative");
  }

  @Test
  void unknownLabelsAreNamed() throws Exception {
    var nodes = new StringBuilder("id,label\n");
    for (int i = 0; i < 150; i++) {
      nodes.append(i).append(',').append(i < 149 ? "3" : "blue").append('\n');
    }
    refused(
        tables("1,2\n", nodes.toString()),
        "nodes.csv: line 151: class 'blue'; expected a number from 0, or -1 for unknown");
  }

  @Test
  void unknownColumnsAreNamed() throws Exception {
    var columns =
        new ColumnChoice(
            Optional.of("scr"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());
    refused(
        tables(EDGES, NODES),
        ImportOptions.DEFAULT.withColumns(columns),
        "edges.csv: unknown column 'scr'; did you mean 'src'? Known: dst, src, weight");
  }

  @Test
  void indexesAgreeWithMaps() {
    Randomly.tries(
        30,
        random -> {
          NumberIndex numbers = new NumberIndex();
          TextIndex texts = new TextIndex();
          var expected = new TreeMap<Long, Integer>();
          for (int i = 0; i < 500; i++) {
            long id = random.nextLong(-100, 100) << random.nextInt(50);
            byte[] text = Long.toString(id).getBytes(StandardCharsets.UTF_8);
            int before = expected.getOrDefault(id, -1);
            assertEquals(before, numbers.find(id));
            assertEquals(before, numbers.add(id));
            assertEquals(before, texts.find(text, 0, text.length));
            assertEquals(before, texts.add(text, 0, text.length));
            expected.putIfAbsent(id, expected.size());
          }
        });
  }

  private Path tables(String edges, String nodes) throws IOException {
    Path source = Files.createTempDirectory(folder, "tables");
    Files.writeString(source.resolve("edges.csv"), edges);
    Files.writeString(source.resolve("nodes.csv"), nodes);
    return source;
  }

  private static List<String> ids(Dataset dataset) {
    return LongStream.range(0, dataset.graph().nodeCount()).mapToObj(dataset::id).toList();
  }

  private static List<Float> features(Dataset dataset) {
    Features.Dense dense = (Features.Dense) dataset.features().orElseThrow();
    List<Float> cells = new ArrayList<>();
    for (long i = 0; i < dense.rows() * dense.width(); i++) {
      cells.add(dense.data().getAtIndex(JAVA_FLOAT_UNALIGNED, i));
    }
    return cells;
  }
}
