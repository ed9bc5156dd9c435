package dev.atoll.formats.importer;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.formats.table.ColumnChoice;
import dev.atoll.formats.table.PlannedColumn;
import dev.atoll.formats.table.encode.EncoderChoice;
import dev.atoll.formats.table.nodes.ColumnOptions;
import dev.atoll.formats.table.nodes.TableSplit;
import dev.atoll.formats.text.HeaderRule;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Split;
import dev.atoll.graph.SplitRule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables as users have them. */
class TableImportTest extends ImportFixture {
  private static final String NODES =
      """
      user,label,age,country,premium,joined,city
      u1,ok,20,FR,true,2024-01-01,"Paris, 1er"
      u2,fraud,,DE,false,2024-01-03,Bonn
      u3,,40,,,,"a ""b"" c"
      """;

  @Test
  void aHeaderOverEmptyOrInfiniteCellsIsAHeader() throws Exception {
    String edges = "src,dst\na,b\nb,c\n";
    Path empty = tables(edges, "id,label,split,x\na,red,train,\nb,blue,val,1.5\nc,red,test,2\n");
    try (Dataset found = imported(empty)) {
      assertEquals(List.of("a", "b", "c"), ids(found));
      assertEquals(2, found.labels().orElseThrow().classes());
      assertEquals(List.of("x", "x is missing"), found.names().features());
      assertEquals(List.of(1.75f, 1f, 1.5f, 0f, 2f, 0f), features(found));
    }
    refused(
        tables(edges, "id,label,split,x\na,red,train,inf\nb,blue,val,1.5\nc,red,test,2\n"),
        "nodes.csv: line 2: column 'x' is Infinity; expected a finite number. Leave the cell"
            + " empty");
  }

  @Test
  void columnsAreEncodedByWhatTheyHold() throws Exception {
    try (Dataset found = imported(withNodes(NODES), ImportOptions.DEFAULT.withColumns(user()))) {
      assertEquals(
          List.of(
              "age",
              "age is missing",
              "country=DE",
              "country=FR",
              "premium",
              "premium is missing",
              "joined",
              "joined is missing",
              "city=Bonn",
              "city=Paris, 1er",
              "city=a \"b\" c"),
          found.names().features());
      assertEquals(
          List.of(20f, 0f, 0f, 1f, 1f, 0f, -1f, 0f, 0f, 1f, 0f), features(found).subList(0, 11));
      assertEquals(
          List.of(30f, 1f, 1f, 0f, 0f, 0f, 1f, 0f, 1f, 0f, 0f), features(found).subList(11, 22));
      assertEquals(
          List.of(40f, 0f, 0f, 0f, 0.5f, 1f, 0f, 1f, 0f, 0f, 1f), features(found).subList(22, 33));
      assertEquals(List.of("fraud", "ok"), found.names().classes());
    }
  }

  @Test
  void encodersCanBeNamed() throws Exception {
    var options =
        encode("age=standard", "country=hash:4", "premium=drop", "joined=onehot", "city=drop");
    try (Dataset found = imported(withNodes(NODES), options)) {
      assertEquals(2 + 4 + 2, found.features().orElseThrow().width());
      assertEquals(List.of(-1f, 0f), features(found).subList(0, 2));
      assertEquals("joined=2024-01-01", found.names().features().get(6));
      float words = 0;
      for (float value : features(found).subList(2, 6)) {
        words += value;
      }
      assertEquals(1f, words);
    }
    refused(
        withNodes(NODES),
        encode("city=standard"),
        "nodes.csv: line 2: column 'city' holds 'Paris, 1er': encoder 'standard' expects a number."
            + " EncoderChoice.byColumn 'city=hash:64' takes any text");
    refused(
        withNodes(NODES),
        encode("cty=onehot"),
        "nodes.csv: EncoderChoice.byColumn: unknown column 'cty'; did you mean 'city'?");
  }

  @Test
  void statisticsCanBeThoseOfAnotherTable() throws Exception {
    var standard = encode("*=standard");
    try (Dataset first = imported(withNodes(NODES), standard)) {
      String later =
          """
          joined,user,age,city,country,premium
          2024-01-05,u9,60,Bonn,XX,true
          2024-01-05,u8,,Rome,DE,
          """;
      Path tables = tables("src,dst\nu9,u8\n", later);
      var like =
          ImportOptions.DEFAULT.with(
              TableOptions.RECOGNIZED.with(
                  ColumnOptions.RECOGNIZED
                      .with(new EncoderChoice(Map.of(), first.names().columns()))
                      .withClasses(first.names().classes())
                      .with(user())));
      try (Dataset found = imported(tables, like)) {
        assertEquals(first.names().columns(), found.names().columns());
        assertEquals(List.of(3f, 0f, 0f, 0f, 1f, 0f, 3f), features(found).subList(0, 7));
        assertEquals(0f, features(found).get(11));
        assertEquals(1f, features(found).get(12));
      }
      refused(
          tables("src,dst\nu9,u8\n", later.replace("country", "land")),
          like,
          "nodes.csv: no column 'country', which EncoderChoice.like has as a feature (onehot)");
    }
  }

  @Test
  void whatSparkWritesIsTheSameAsTextAndParquet() throws Exception {
    try (Dataset text = imported(fixture("spark-tables/csv"));
        Dataset parquet = imported(fixture("spark-tables/parquet"))) {
      assertSame(text.graph(), parquet.graph());
      assertSame(text.labels(), parquet.labels());
      assertEquals(text.names(), parquet.names());
      assertEquals(ids(text), ids(parquet));
      assertEquals(features(text), features(parquet));
      assertEquals(12, text.graph().nodeCount());
      assertEquals(
          List.of("age", "income", "country", "premium", "joined", "seen", "score"),
          text.names().columns().stream().map(column -> column.column()).toList());
    }
  }

  @Test
  void tablesOfDifferentColumnsMakeOne() throws Exception {
    Path edges =
        write("tx.csv", "user_id,merchant_id,amount\nu1,m1,5\nu2,m1,6\nu2,m1,7\nu2,u2,1\n");
    Path users = write("users.csv", "user_id,age,label\nu1,30,ok\nu2,50,fraud\n");
    Path shops = write("shops.csv", "merchant_id,kind\nm1,food\n");
    var options =
        ImportOptions.DEFAULT.with(TableOptions.RECOGNIZED.withNodes(List.of(users, shops)));
    Path target = folder.resolve("joined");
    Importers.run(edges, target, options);
    try (Dataset found = DatasetFolder.open(target)) {
      assertEquals(List.of("u1", "u2", "m1"), ids(found));
      assertEquals(List.of(1, 0, -1), labels(found));
      assertEquals(List.of("age", "age is missing", "kind=food"), found.names().features());
      assertEquals(List.of(40f, 1f, 1f), features(found).subList(6, 9));
    }
    assertTrue(
        DatasetFolder.info(target)
            .notes()
            .contains(
                "4 rows: 1 repeated pairs merged, 1 self-loops dropped, 2 undirected edges left"),
        DatasetFolder.info(target).notes().toString());
  }

  @Test
  void edgesMayComeInSeveralFiles() throws Exception {
    Path first = write("a.csv", "src,dst\n1,2\n");
    Path second = write("b.csv", "src,dst\n2,3\n");
    var options =
        ImportOptions.DEFAULT.with(TableOptions.RECOGNIZED.withMoreEdges(List.of(second)));
    try (Dataset found = imported(first, options)) {
      assertEquals(List.of(0L, 2L), neighbors(found, 1));
    }
    Path weighted = write("c.csv", "src,dst,weight\n2,3,1\n");
    refused(
        first,
        ImportOptions.DEFAULT.with(TableOptions.RECOGNIZED.withMoreEdges(List.of(weighted))),
        "c.csv: a column of weights, unlike");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void lineEndsAndMarksOfAllSystemsAreRead(String lineEnd) throws Exception {
    Path source = Files.createTempDirectory(folder, "system");
    Files.writeString(source.resolve("nodes.csv"), "\uFEFF" + NODES.replace("\n", lineEnd));
    Files.writeString(source.resolve("edges.csv"), "\uFEFFsrc;dst\nu1;u2\n".replace("\n", lineEnd));
    var options = ImportOptions.DEFAULT.withColumns(user());
    try (Dataset expected = imported(withNodes(NODES), ImportOptions.DEFAULT.withColumns(user()));
        Dataset found = imported(source, options)) {
      assertEquals(expected.names(), found.names());
      assertEquals(features(expected), features(found));
    }
    Files.write(source.resolve("nodes.csv"), NODES.getBytes(StandardCharsets.UTF_16));
    refused(source, options, "nodes.csv: text in UTF-16; save it as UTF-8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "'' ! empty; expected a table",
        "'\\n\\n' ! empty; expected a table",
        "'src,dst\\n' ! no row after the header [src, dst]; expected one line for each edge",
        "'This is a letter, not a table.\\nIt has commas, as letters do.' ! no header, and 'This is"
            + " a letter' does not look like an id; expected a table of edges",
        "'Once upon a time there was a graph.' ! line 1: 8 words and no numbers, which looks like"
            + " prose",
        "'one two\\nthree four, five\\nsix' ! no table: expected the same number of fields",
        "'src\\na\\nb' ! one column, [src]; expected two at least",
        "'src,dst\\na,b\\n,c' ! line 3: column 'src' is empty; every edge needs two ids",
        "'src,dst\\n1,2\\n3,' ! line 3: column 'dst' is empty; every edge needs two ids",
      })
  void whatIsNoTableIsRefused(String text, String message) throws Exception {
    refused(write("bad.csv", text.translateEscapes()), "bad.csv: " + message);
  }

  @Test
  void headersCanBeForced() throws Exception {
    Path file = write("h.csv", "ann,bob\nbob,cid\n");
    for (HeaderRule rule : List.of(HeaderRule.YES, HeaderRule.NO)) {
      var options = ImportOptions.DEFAULT.with(TableOptions.RECOGNIZED.with(rule));
      try (Dataset found = imported(file, options)) {
        assertEquals(rule == HeaderRule.YES ? 2 : 3, found.graph().nodeCount());
      }
    }
  }

  @Test
  void badLabelsAreRefused() throws Exception {
    String edges = "src,dst\n1,2\n";
    refused(
        tables(edges, "id,label\n1,0.5\n2,1.25\n"),
        "nodes.csv: label column 'label' holds numbers with fractions; expected a class");
    refused(tables(edges, "id,label\n1,0\n2,-5\n"), "nodes.csv: line 3: class '-5'; expected a");
    refused(tables(edges, "id,label\n"), "nodes.csv: no row after the header");
  }

  @Test
  void splitsAreMade() throws Exception {
    var nodes = new StringBuilder("id,label,day,team\n");
    for (int i = 0; i < 100; i++) {
      nodes.append(
          "n%d,%s,2024-01-%02d,t%d\n"
              .formatted(i, i % 10 == 9 ? "" : "c" + i % 2, 1 + i % 28, i % 7));
    }
    Path tables = tables("src,dst\nn1,n2\n", nodes.toString());
    SplitRule rule = SplitRule.ofShares("60/20/20", true).orElseThrow();
    try (Dataset found = imported(tables, made(rule, Optional.empty()))) {
      Split split = found.split("split");
      assertEquals(List.of(54L, 18L, 18L, 10L), counts(split));
      assertEquals(-1, split.role(19));
    }
    SplitRule plain = SplitRule.ofShares("60/20/20", false).orElseThrow();
    try (Dataset found = imported(tables, made(plain, Optional.of("time")))) {
      assertEquals(0, found.split("split").role(0));
      assertEquals(2, found.split("split").role(27));
    }
    try (Dataset found = imported(tables, made(plain, Optional.of("team")))) {
      for (int i = 7; i < 100; i++) {
        int role = found.split("split").role(i);
        assertTrue(i % 10 == 9 || i % 10 == 6 || role == found.split("split").role(i - 7));
      }
    }
    refused(
        tables,
        made(plain, Optional.of("dy")),
        "TableSplit.by: unknown column 'dy'; did you mean 'day'?");
    Path both = tables("src,dst\na,b\n", "id,split,x\na,train,1\nb,test,2\n");
    refused(both, made(plain, Optional.empty()), "column 'split' has the roles of nodes already");
    Path edges = write("only.csv", "src,dst\n1,2\n");
    refused(
        edges,
        made(plain, Optional.empty()),
        "ColumnOptions.split deals out the rows of a node table");
  }

  private static ImportOptions made(SplitRule rule, Optional<String> by) {
    return ImportOptions.DEFAULT.with(
        TableOptions.RECOGNIZED.with(ColumnOptions.RECOGNIZED.with(new TableSplit(rule, by, 1))));
  }

  private static List<Long> counts(Split split) {
    return List.of(split.count(0), split.count(1), split.count(2), split.count(-1));
  }

  @Test
  void thePlanSaysWhatBecomesOfEveryColumn() throws Exception {
    var nodes = new StringBuilder("id,label,note,age,empty\n");
    for (int i = 0; i < 50; i++) {
      nodes.append("n%d,%s,text %d,%s,\n".formatted(i, i % 2 == 0 ? "a" : "b", i, i == 7 ? "" : i));
    }
    List<PlannedColumn> plan =
        Importers.plan(tables("src,dst,when\nn1,n2,5\n", nodes.toString()), ImportOptions.DEFAULT)
            .columns();
    assertEquals(
        List.of(
            "src source  0 -1 -1 ",
            "dst target  0 -1 -1 ",
            "when none  0 -1 -1 left out: edges have weights only",
            "id id  0 0 50 text",
            "label label  0 0 2 a class for each node",
            "note none  0 0 50 left out: text that differs from row to row;"
                + " EncoderChoice.byColumn 'note=hash:64' takes it",
            "age features number 2 1 49 ",
            "empty none  0 50 0 left out: every cell is empty"),
        plan.stream()
            .map(
                c ->
                    "%s %s %s %d %d %d %s"
                        .formatted(
                            c.column(),
                            c.role(),
                            c.encoder(),
                            c.features(),
                            c.missing(),
                            c.distinct(),
                            c.remark()))
            .toList());
  }

  private static ColumnChoice user() {
    var none = Optional.<String>empty();
    return new ColumnChoice(none, none, Optional.of("user"), none, none, List.of());
  }

  private static ImportOptions encode(String... assignments) {
    return ImportOptions.DEFAULT.with(
        TableOptions.RECOGNIZED.with(
            ColumnOptions.RECOGNIZED
                .with(user())
                .with(new EncoderChoice(EncoderChoice.parse(List.of(assignments)), List.of()))));
  }

  private Path withNodes(String nodes) throws IOException {
    return tables("src,dst\nu1,u2\nu2,u3\n", nodes);
  }

  private Path tables(String edges, String nodes) throws IOException {
    Path source = Files.createTempDirectory(folder, "tables");
    Files.writeString(source.resolve("edges.csv"), edges);
    Files.writeString(source.resolve("nodes.csv"), nodes);
    return source;
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static List<String> ids(Dataset dataset) {
    return LongStream.range(0, dataset.graph().nodeCount()).mapToObj(dataset::id).toList();
  }

  private static List<Float> features(Dataset dataset) {
    Features.Dense dense = (Features.Dense) dataset.features().orElseThrow();
    List<Float> cells = new ArrayList<>();
    for (long i = 0; i < dense.rows() * dense.width(); i++) {
      cells.add(dense.data().getAtIndex(JAVA_FLOAT_UNALIGNED, i) + 0f);
    }
    return cells;
  }
}
