package dev.atoll.formats.importer;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.dataset.DatasetFolder;
import dev.atoll.formats.table.ColumnChoice;
import dev.atoll.formats.table.TablePlan;
import dev.atoll.formats.table.UnknownRule;
import dev.atoll.formats.table.encode.EncoderChoice;
import dev.atoll.formats.table.nodes.DuplicateRule;
import dev.atoll.formats.table.nodes.TableSplit;
import dev.atoll.formats.text.HeaderRule;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.EncodedColumn;
import dev.atoll.graph.Features;
import dev.atoll.graph.Split;
import dev.atoll.graph.SplitRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tables as they come: rows twice, ids without a row, decimal commas, no label. */
class UntidyTablesTest extends ImportFixture {
  private static final String EDGES = "src,dst\na,b\nb,c\n";
  private static final String NODES = "id,label,x\na,red,1\nb,blue,2\nc,red,3\n";

  @Test
  void linesMayEndInDifferentWays() throws Exception {
    try (Dataset found = imported(file("mixed.csv", "from,to\r\n1,2\n2,3\r3,1\r\n"))) {
      assertEquals(3, found.graph().nodeCount());
      assertEquals(6, found.graph().edgeCount());
    }
  }

  @Test
  void rowsOfMoreCellsThanTheHeaderAreRefused() throws Exception {
    refused(
        file("wide.csv", "from,to\n1,2\n1,2,3,4\n"),
        "wide.csv: line 3: 4 cells; expected 2, as in the first line. Put cells that contain ',' in"
            + " quotes, numbers with decimal commas too");
    refused(
        file("weights.csv", "from,to,weight\n1,2,3\n1,2,0,5\n"),
        "weights.csv: line 3: 4 cells; expected 3");
    refused(
        nodes(EDGES, "id,label,x\na,red,1,5\nb,blue,2\n"),
        "nodes.csv: line 2: 4 cells; expected 3");
  }

  @Test
  void aParquetTableWithoutRowsIsRefused() throws Exception {
    refused(fixture("parquet/empty.parquet"), "empty.parquet: no row; expected one for each edge");
  }

  @Test
  void aFirstLineThatHoldsNoIdsIsAHeader() throws Exception {
    try (Dataset found = imported(nodes("spender,earner\na,b\nb,c\n", NODES))) {
      assertEquals(3, found.graph().nodeCount());
      assertEquals(4, found.graph().edgeCount());
    }
    String note =
        "the first line of %s (%s) was taken for column names; HeaderRule.NO reads it as an edge";
    assertTrue(
        notes(nodes("spender,earner\na,b\nb,c\n", NODES), ImportOptions.DEFAULT)
            .contains(note.formatted("edges.csv", "spender, earner")));
    assertTrue(
        notes(file("digits.csv", "spender,earner\nA1,B2\nB2,C3\n"), ImportOptions.DEFAULT)
            .contains(note.formatted("digits.csv", "spender, earner")));
    List<String> usual = notes(nodes(EDGES, NODES), ImportOptions.DEFAULT);
    assertTrue(usual.stream().noneMatch(found -> found.contains("first line")), usual.toString());
    refused(nodes("x,b\na,b\nb,c\n", NODES), "line 1: id 'x' is not in the node table");
    try (Dataset found = imported(file("codes.csv", "spender,earner\nA1,B2\nB2,C3\n"))) {
      assertEquals(List.of("A1", "B2", "C3"), ids(found));
    }
    try (Dataset found = imported(file("names.csv", "anna,bob\nbob,carl\n"))) {
      assertEquals(List.of("anna", "bob", "carl"), ids(found));
    }
  }

  @Test
  void aFirstEdgeBetweenUnknownNodesIsNotTakenForAHeader() throws Exception {
    Path source = nodes("yan,zoe\na,b\nb,c\n", NODES);
    try (Dataset found = imported(source, tables(t -> t.with(UnknownRule.CREATE)))) {
      assertEquals(List.of("a", "b", "c", "yan", "zoe"), ids(found));
      assertEquals(6, found.graph().edgeCount());
    }
    assertTrue(
        notes(source, tables(t -> t.with(UnknownRule.DROP)))
            .contains("1 edges to ids that are not in the node table left out"));
    String table = "id,label\nanna,red\nB2,blue\nC3,red\nD4,red\n";
    try (Dataset found =
        imported(
            nodes("anna,bob\nB2,C3\nC3,D4\n", table), tables(t -> t.with(UnknownRule.CREATE)))) {
      assertEquals(List.of("anna", "B2", "C3", "D4", "bob"), ids(found));
      assertEquals(6, found.graph().edgeCount());
    }
  }

  @Test
  void aFirstEdgeWhoseIdsOccurNowhereElseIsNoted() throws Exception {
    String note =
        "the first line of %s was read as an edge, but unlike those of most lines its ids occur"
            + " nowhere else; if it names the columns: HeaderRule.YES";
    Path named = file("named.csv", "spender,earner\nanna,bob\nbob,carl\ncarl,anna\n");
    assertTrue(notes(named, ImportOptions.DEFAULT).contains(note.formatted("named.csv")));
    assertTrue(planned(named, ImportOptions.DEFAULT).contains(note.formatted("named.csv")));
    Path parts = Files.createDirectory(folder.resolve("parts"));
    Files.writeString(parts.resolve("part-0.csv"), "spender,earner\nanna,bob\nbob,carl\n");
    Files.writeString(parts.resolve("part-1.csv"), "spender,earner\ncarl,dora\ndora,anna\n");
    assertTrue(notes(parts, ImportOptions.DEFAULT).contains(note.formatted("part-0.csv")));
    for (String plain :
        List.of(
            "anna,bob\nbob,carl\ncarl,anna\n",
            "anna,bob\ncarl,dora\nemil,fred\n",
            "7,9\n1,2\n2,3\n3,1\n",
            "src,dst\nx,y\nanna,bob\nbob,carl\n")) {
      Path source = file("plain.csv", plain);
      assertTrue(doubts(notes(source, ImportOptions.DEFAULT)).isEmpty(), plain);
      assertTrue(doubts(planned(source, ImportOptions.DEFAULT)).isEmpty(), plain);
    }
    for (HeaderRule rule : List.of(HeaderRule.YES, HeaderRule.NO)) {
      assertTrue(doubts(notes(named, tables(t -> t.with(rule)))).isEmpty(), "" + rule);
    }
  }

  @Test
  void aFirstEdgeOfUnknownIdsIsNotedWhereNodesAreMadeOfThem() throws Exception {
    Path source = nodes("yan,zoe\na,b\nb,c\n", NODES);
    String note =
        "the first line of edges.csv was read as an edge, but unlike those of most lines its ids"
            + " are not in the node table; if it names the columns: HeaderRule.YES";
    ImportOptions create = tables(t -> t.with(UnknownRule.CREATE));
    assertTrue(notes(source, create).contains(note));
    assertTrue(planned(source, create).contains(note));
    assertTrue(doubts(notes(source, tables(t -> t.with(UnknownRule.DROP)))).isEmpty());
  }

  @Test
  void aFirstNodeOnNoEdgeIsNotedInATableWithoutNames() throws Exception {
    String table = "account,country\na,Rome\nb,Oslo\nc,Rome\n";
    Path source = nodes(EDGES, table);
    String note =
        "the first line of nodes.csv was read as a node, but unlike most nodes it is on no edge; if"
            + " it names the columns: HeaderRule.YES";
    for (UnknownRule rule : UnknownRule.values()) {
      assertTrue(notes(source, tables(t -> t.with(rule))).contains(note), "" + rule);
      assertTrue(planned(source, tables(t -> t.with(rule))).contains(note), "" + rule);
    }
    assertTrue(doubts(notes(nodes(EDGES, NODES), ImportOptions.DEFAULT)).isEmpty());
    Path plain = nodes(EDGES, "a,Rome\nb,Oslo\nc,Rome\n");
    assertTrue(doubts(notes(plain, ImportOptions.DEFAULT)).isEmpty());
    Path lonely = nodes("src,dst\na,b\n", "x,Rome\nb,Oslo\nc,Rome\nd,Rome\na,Oslo\ne,Rome\n");
    assertTrue(doubts(notes(lonely, ImportOptions.DEFAULT)).isEmpty(), "few nodes are on edges");
  }

  private static List<String> planned(Path source, ImportOptions options) throws IOException {
    return Importers.plan(source, options).notes();
  }

  private static List<String> doubts(List<String> notes) {
    return notes.stream().filter(note -> note.contains("if it names the columns")).toList();
  }

  @Test
  void stratifiedSplitsNeedALabelAndNameCandidates() throws Exception {
    String table =
        rows("id,job,is_fraud,amount", i -> "n%d,%s,%d,%d.5".formatted(i, "job" + i % 3, i % 2, i));
    var split =
        new TableSplit(SplitRule.ofShares("60/20/20", true).orElseThrow(), Optional.empty(), 0);
    refused(
        nodes("src,dst\nn1,n2\n", table),
        tables(t -> t.with(t.columns().with(split))),
        "nodes.csv: SplitRule.stratified deals out each class, but no column is a label; columns"
            + " with few values: is_fraud, job: ColumnChoice.label");
    List<String> notes = notes(nodes("src,dst\nn1,n2\n", table), ImportOptions.DEFAULT);
    assertTrue(
        notes.contains("no label; columns with few values: is_fraud, job: ColumnChoice.label"),
        notes.toString());
    TablePlan plan = Importers.plan(nodes("src,dst\nn1,n2\n", table), ImportOptions.DEFAULT);
    assertEquals(
        "few values; if it is the label: ColumnChoice.label is_fraud",
        plan.columns().stream()
            .filter(column -> column.column().equals("is_fraud"))
            .findFirst()
            .orElseThrow()
            .remark());
  }

  @Test
  void columnsThatAloneGiveTheLabelAreNamed() throws Exception {
    var random = new SplittableRandom(4);
    String table =
        rows(
            "id,label,leak,noise,kind,tag",
            400,
            i -> {
              int label = random.nextInt(2);
              return "n%d,%s,%d,%d,%s,%s"
                  .formatted(
                      i,
                      label == 1 ? "fraud" : "ok",
                      10 * label + random.nextInt(5),
                      random.nextInt(100),
                      label == 1 ? "closed" : "open" + random.nextInt(2),
                      "t" + random.nextInt(20));
            });
    List<String> notes = notes(nodes("src,dst\nn1,n2\n", table), ImportOptions.DEFAULT);
    List<String> found = notes.stream().filter(note -> note.contains("alone gives")).toList();
    assertEquals(
        List.of(
            "column 'leak' alone gives AUC 1.00: is it known at prediction time?"
                + " EncoderChoice.byColumn 'leak=drop' leaves it out",
            "column 'kind' alone gives AUC 1.00: is it known at prediction time?"
                + " EncoderChoice.byColumn 'kind=drop' leaves it out"),
        found);
  }

  @Test
  void decimalCommasAreRead() throws Exception {
    String table = "id;label;x;y\na;red;1.037,5;1,234\nb;blue;2;5,678\nc;red;-0,25;9,000\n";
    try (Dataset found = imported(nodes(EDGES, table))) {
      EncodedColumn x = found.names().columns().getFirst();
      assertEquals("number:comma", x.encoder());
      assertEquals(1037.5f, feature(found, 0, 0));
      assertEquals(2f, feature(found, 1, 0));
      assertEquals(-0.25f, feature(found, 2, 0));
      assertEquals("onehot", found.names().columns().get(1).encoder()); // may be thousands
    }
    try (Dataset found = imported(nodes(EDGES, table), encode("y=number:comma", "x=standard"))) {
      assertEquals("standard:comma", found.names().columns().getFirst().encoder());
      assertEquals(1.234f, feature(found, 0, 1));
    }
    refused(
        nodes(EDGES, "id;label;x\na;red;1,5\nb;blue;oak\nc;red;elm\n"),
        encode("x=number"),
        "line 2: column 'x' holds '1,5': encoder 'number' expects a number."
            + " EncoderChoice.byColumn 'x=number:comma' reads decimal commas");
  }

  @Test
  void edgesWithDecimalCommasKeepTheirEnds() throws Exception {
    try (Dataset found = imported(file("plain.csv", "a;b;0,5\nb;c;1,25\n"))) {
      assertEquals(List.of("a", "b", "c"), ids(found));
      assertEquals(4, found.graph().edgeCount());
    }
  }

  @Test
  void weightsMayHaveDecimalCommas() throws Exception {
    for (String text :
        List.of("from;to;weight\na;b;0,5\nb;c;2\n", "from,to,weight\na,b,\"0,5\"\nb,c,2\n")) {
      Path source = file("weights.csv", text);
      try (Dataset found = imported(source)) {
        assertEquals(List.of(0.5f, 2f), weights(found, 1));
      }
      assertTrue(
          notes(source, ImportOptions.DEFAULT)
              .contains("the weights of weights.csv have decimal commas"));
    }
    refused(
        file("mixed.csv", "from;to;weight\na;b;0,5\nb;c;2,5e3\n"),
        "mixed.csv: line 2: expected a number, found '0,5'");
    String late = "from;to;weight\n" + "a;b;1\n".repeat(200) + "b;c;0,5\n";
    refused(
        file("late.csv", late),
        "late.csv: line 202: expected a number, found '0,5'; write a point before its fraction, not"
            + " a comma");
    String point = "from;to;weight\n" + "a;b;0,5\n".repeat(200) + "b;c;0.5\n";
    refused(
        file("point.csv", point),
        "point.csv: line 202: expected a weight with a decimal comma, as in the first lines, found"
            + " '0.5'");
  }

  @Test
  void fractionsWithCommasAreNoClasses() throws Exception {
    refused(
        nodes(EDGES, "id;label\na;1,5\nb;0,5\nc;2\n"),
        "nodes.csv: label column 'label' holds numbers with fractions; expected a class");
  }

  @Test
  void equalRowsOfANodeAreMerged() throws Exception {
    Path source = nodes(EDGES, "id,label,x\na,red,1\nb,blue,2\na,red,1.0\nc,red,3\n");
    try (Dataset found = imported(source)) {
      assertEquals(List.of("a", "b", "c"), ids(found));
      assertEquals(3f, feature(found, 2, 0));
    }
    assertTrue(
        notes(source, ImportOptions.DEFAULT).contains("1 repeated rows of the node table merged"));
  }

  @Test
  void differingRowsOfANodeAreRefusedOrOneStays() throws Exception {
    Path source = nodes(EDGES, "id,label,x\na,red,1\nb,blue,2\na,red,7\nc,red,3\nb,blue,2\n");
    String message =
        "nodes.csv: line 4: id 'a' is there twice: column 'x' differs from line 2. Correct the"
            + " table, or keep one row of each id: DuplicateRule.FIRST or DuplicateRule.LAST";
    refused(source, message);
    TablePlan plan = Importers.plan(source, ImportOptions.DEFAULT);
    assertEquals(1, plan.problems().size());
    assertTrue(plan.problems().getFirst().contains(message), plan.problems().toString());
    try (Dataset found =
        imported(source, tables(t -> t.with(t.columns().with(DuplicateRule.FIRST))))) {
      assertEquals(List.of("a", "b", "c"), ids(found));
      assertEquals(1f, feature(found, 0, 0));
      assertEquals(3f, feature(found, 2, 0));
    }
    try (Dataset found =
        imported(source, tables(t -> t.with(t.columns().with(DuplicateRule.LAST))))) {
      assertEquals(List.of("a", "b", "c"), ids(found));
      assertEquals(7f, feature(found, 0, 0));
      assertEquals(2f, feature(found, 1, 0));
      assertEquals(List.of(1, 0, 1), labels(found));
    }
    List<String> notes = notes(source, tables(t -> t.with(t.columns().with(DuplicateRule.LAST))));
    assertTrue(
        notes.contains(
            "2 rows of the node table have the id of another row, 1 of them with other values: the"
                + " last row of each id is kept"),
        notes.toString());
  }

  @Test
  void edgesToUnknownIdsAreRefusedLeftOutOrMakeNodes() throws Exception {
    String table = "id,label,split,x\na,red,train,1\nb,blue,val,2\nc,red,test,3\n";
    Path source = nodes("src,dst\na,b\nzoe,c\nb,yan\nb,c\n", table);
    String message =
        "edges.csv: line 3: id 'zoe' is not in the node table, nor are those of 1 more ends of"
            + " edges; add its row";
    refused(source, message);
    assertTrue(
        Importers.plan(source, ImportOptions.DEFAULT).problems().getFirst().contains(message));
    try (Dataset found = imported(source, tables(t -> t.with(UnknownRule.DROP)))) {
      assertEquals(3, found.graph().nodeCount());
      assertEquals(4, found.graph().edgeCount());
    }
    assertTrue(
        notes(source, tables(t -> t.with(UnknownRule.DROP)))
            .contains("2 edges to ids that are not in the node table left out"));
    try (Dataset found = imported(source, tables(t -> t.with(UnknownRule.CREATE)))) {
      assertEquals(List.of("a", "b", "c", "yan", "zoe"), ids(found));
      assertEquals(8, found.graph().edgeCount());
      assertEquals(List.of("x", "x is missing"), found.names().features());
      assertEquals(2f, feature(found, 4, 0));
      assertEquals(1f, feature(found, 4, 1));
      assertEquals(List.of(1, 0, 1, -1, -1), labels(found));
      assertEquals(List.of(0, 1, 2, Split.NONE, Split.NONE), roles(found.split("split")));
    }
  }

  @Test
  void nodesMadeOfUnknownIdsGetNoRoleFromASplit() throws Exception {
    Path source = nodes("src,dst\na,b\nzoe,c\nb,yan\nb,c\n", "id,x\na,1\nb,2\nc,3\n");
    var split =
        new TableSplit(SplitRule.ofShares("34/33/33", false).orElseThrow(), Optional.empty(), 0);
    try (Dataset found =
        imported(source, tables(t -> t.with(t.columns().with(split)).with(UnknownRule.CREATE)))) {
      List<Integer> roles = roles(found.split("split"));
      assertEquals(List.of(Split.NONE, Split.NONE), roles.subList(3, 5));
      assertTrue(!roles.subList(0, 3).contains(Split.NONE), roles.toString());
    }
  }

  @Test
  void valuesThatTrainingDidNotHaveAreCounted() throws Exception {
    String table = "id,label,city\na,red,Rome\nb,blue,Oslo\nc,red,Rome\n";
    List<EncodedColumn> known;
    try (Dataset first = imported(nodes(EDGES, table))) {
      known = first.names().columns();
    }
    String later = "id,city\na,Rome\nb,Atlantis\nc,Atlantis\n";
    List<EncodedColumn> columns = known;
    List<String> notes =
        notes(
            nodes(EDGES, later),
            tables(t -> t.with(t.columns().with(new EncoderChoice(java.util.Map.of(), columns)))));
    assertTrue(
        notes.contains(
            "column 'city': 2 cells hold values that the encoder does not know, such as 'Atlantis';"
                + " they set no feature"),
        notes.toString());
  }

  @Test
  void allFilesAreClosedWhenOneFails() {
    List<String> closed = new ArrayList<>();
    var first = new IOException("first");
    List<AutoCloseable> files =
        List.of(
            () -> {
              throw first;
            },
            () -> closed.add("second"),
            () -> {
              throw new IllegalStateException("third");
            });
    var thrown = assertThrows(IOException.class, () -> TableFiles.closeAll(files));
    assertEquals(first, thrown);
    assertEquals(1, thrown.getSuppressed().length);
    assertEquals(List.of("second"), closed);
  }

  @Test
  void namesOfDatasetsAreShownWithoutControlCharacters() throws Exception {
    refused(
        file("plain.csv", EDGES),
        ImportOptions.DEFAULT.withName("a\nb\0c"),
        "name 'a\\nb\\u0000c'; expected");
  }

  private static String rows(String header, java.util.function.IntFunction<String> row) {
    return rows(header, 40, row);
  }

  private static String rows(String header, int count, java.util.function.IntFunction<String> row) {
    return header
        + "\n"
        + String.join("\n", IntStream.range(0, count).mapToObj(row).toList())
        + "\n";
  }

  private static ImportOptions tables(java.util.function.UnaryOperator<TableOptions> change) {
    return ImportOptions.DEFAULT.with(change.apply(TableOptions.RECOGNIZED));
  }

  private static ImportOptions encode(String... columns) {
    return tables(
        t ->
            t.with(
                t.columns()
                    .with(new EncoderChoice(EncoderChoice.parse(List.of(columns)), List.of()))
                    .with(ColumnChoice.RECOGNIZED)));
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private Path nodes(String edges, String nodes) throws IOException {
    Path source = Files.createTempDirectory(folder, "tables");
    Files.writeString(source.resolve("edges.csv"), edges);
    Files.writeString(source.resolve("nodes.csv"), nodes);
    return source;
  }

  private List<String> notes(Path source, ImportOptions options) throws IOException {
    Path target = Files.createTempDirectory(folder, "import").resolve("data");
    Importers.run(source, target, options);
    return DatasetFolder.info(target).notes();
  }

  private static List<String> ids(Dataset dataset) {
    return IntStream.range(0, dataset.graph().nodeCount()).mapToObj(dataset::id).toList();
  }

  private static float feature(Dataset dataset, int node, int column) {
    var features = (Features.Dense) dataset.features().orElseThrow();
    return features
        .data()
        .get(JAVA_FLOAT_UNALIGNED, ((long) node * features.width() + column) * Float.BYTES);
  }
}
