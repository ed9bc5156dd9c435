package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The path from tables to predictions: a model is applied to other graphs than its own. */
class OwnTablesTest {
  @TempDir private static Path folder;

  @BeforeAll
  static void trainOnce() throws IOException {
    write("edges.csv", edges(60));
    write("nodes.csv", nodes(60, "id,label,age,country,income", true));
    ok("import", at("edges.csv"), "--nodes", at("nodes.csv"), "--split", "60/20/20", "--stratified")
        .in("graph");
    Outcome trained =
        Outcome.of(
            "train",
            "--data",
            at("graph"),
            "--set",
            "features.normalize=standard",
            "--set",
            "model.hidden=8",
            "--epochs",
            "20",
            "--out",
            at("run"));
    assertEquals(0, trained.code(), trained.err());
    assertTrue(
        trained.err().contains("split: 36 train, 12 validation, 12 test nodes"), trained.err());
  }

  @Test
  void classesHaveTheirNames() throws Exception {
    predict("run", "graph", "classes.csv");
    List<String> lines = Files.readAllLines(folder.resolve("classes.csv"));
    assertEquals("id,class,label", lines.getFirst());
    assertTrue(lines.get(1).matches("n0,[01],(fraud|ok)"), lines.get(1));
    predict("run/model", "graph", "p.csv", "--what", "probabilities");
    assertEquals("id,p_fraud,p_ok", Files.readAllLines(folder.resolve("p.csv")).getFirst());
  }

  @Test
  void columnsAreMatchedByName() throws Exception {
    write("swapped.csv", nodes(60, "country,income,id,age", false));
    ok("import", at("edges.csv"), "--nodes", at("swapped.csv")).in("swapped");
    predict("run", "graph", "expected.csv", "--what", "probabilities");
    predict("run", "swapped", "found.csv", "--what", "probabilities");
    assertClose("expected.csv", "found.csv", 60);
    write("less.csv", nodes(60, "id,age,country", false));
    ok("import", at("edges.csv"), "--nodes", at("less.csv")).in("less");
    Outcome refused = predicting("run", "less", "less-out.csv");
    assertEquals(1, refused.code());
    assertTrue(
        refused.err().contains("dataset edges: no column income, which the model was trained with"),
        refused.err());
    assertTrue(Files.notExists(folder.resolve("less-out.csv")));
  }

  @Test
  void valuesThatTheModelLacksAreNamed() throws Exception {
    write("unseen.csv", nodes(60, "id,age,country,income", false).replaceFirst("FR", "IT"));
    ok("import", at("edges.csv"), "--nodes", at("unseen.csv")).in("unseen");
    Outcome done = predicting("run", "unseen", "unseen-out.csv");
    assertEquals(0, done.code(), done.err());
    assertTrue(
        done.err()
            .contains(
                "column 'country': 1 node with values that the model was not trained with, such as"
                    + " 'IT'"),
        done.err());
  }

  /** The statistics are those of training: an outlier elsewhere changes no score. */
  @Test
  void anOutlierChangesNoOtherScore() throws Exception {
    write("outlier.csv", nodes(60, "id,age,country,income", false) + "n60,99,FR,1e9\n");
    ok("import", at("edges.csv"), "--nodes", at("outlier.csv"), "--like", at("run")).in("outlier");
    predict("run", "graph", "before.csv", "--what", "probabilities");
    predict("run", "outlier", "after.csv", "--what", "probabilities");
    assertClose("before.csv", "after.csv", 60);
  }

  @Test
  void fewerClassesAreEvaluatedByName() throws Exception {
    write("ok.csv", nodes(60, "id,label,age,country,income", true).replace("fraud", ""));
    ok("import", at("edges.csv"), "--nodes", at("ok.csv")).in("ok");
    Outcome evaluated =
        Outcome.of("evaluate", at("run"), "--data", at("ok"), "--json", at("s.json"));
    assertEquals(0, evaluated.code(), evaluated.err());
    assertTrue(Files.readString(folder.resolve("s.json")).contains("accuracy"));
    write("bad.csv", nodes(60, "id,label,age,country,income", true).replace("fraud", "theft"));
    ok("import", at("edges.csv"), "--nodes", at("bad.csv")).in("bad");
    Outcome refused = Outcome.of("evaluate", at("run"), "--data", at("bad"));
    assertEquals(1, refused.code());
    assertTrue(
        refused
            .err()
            .contains(
                "class 'theft', which the model does not know; its classes are" + " [fraud, ok]"),
        refused.err());
  }

  @Test
  void someNodesCanBePredicted() throws Exception {
    write("ids.txt", "id\nn7\nn3\n");
    predict("run", "graph", "some.csv", "--nodes", at("ids.txt"));
    List<String> lines = Files.readAllLines(folder.resolve("some.csv"));
    assertEquals(3, lines.size());
    assertTrue(lines.get(1).startsWith("n7,") && lines.get(2).startsWith("n3,"), lines.toString());
    write("wrong.txt", "n7\nnobody\n");
    Outcome refused = predicting("run", "graph", "none.csv", "--nodes", at("wrong.txt"));
    assertEquals(1, refused.code());
    assertTrue(
        refused.err().contains("wrong.txt: line 2: id 'nobody' is no node of dataset edges"),
        refused.err());
  }

  private static void assertClose(String expected, String found, int rows) throws IOException {
    List<String> first = Files.readAllLines(folder.resolve(expected));
    List<String> second = Files.readAllLines(folder.resolve(found));
    for (int row = 1; row <= rows; row++) {
      String[] a = first.get(row).split(",", -1);
      String[] b = second.get(row).split(",", -1);
      assertEquals(a[0], b[0]);
      assertEquals(Double.parseDouble(a[1]), Double.parseDouble(b[1]), 1e-5, a[0]);
    }
  }

  private static void predict(String run, String data, String out, String... more) {
    Outcome done = predicting(run, data, out, more);
    assertEquals(0, done.code(), done.err());
  }

  private static Outcome predicting(String run, String data, String out, String... more) {
    String[] args = {"predict", at(run), "--data", at(data), "--out", at(out)};
    String[] all = Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return Outcome.of(all);
  }

  /** A command that ends well; {@code in} names the folder it writes. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Ok(String... args) {
    void in(String target) {
      String[] all = Arrays.copyOf(args, args.length + 2);
      all[args.length] = "--out";
      all[args.length + 1] = at(target);
      Outcome done = Outcome.of(all);
      assertEquals(0, done.code(), done.err());
    }
  }

  private static Ok ok(String... args) {
    return new Ok(args);
  }

  private static String edges(int nodes) {
    var text = new StringBuilder("src,dst\n");
    for (int i = 0; i < nodes; i++) {
      text.append("n%d,n%d\n".formatted(i, (i + 2) % nodes));
    }
    return text.toString();
  }

  private static String nodes(int count, String header, boolean labelled) {
    var text = new StringBuilder(header + "\n");
    for (int i = 0; i < count; i++) {
      String line = header;
      line = line.replace("country", i % 3 == 0 ? "FR" : "DE");
      line = line.replace("income", i % 10 == 9 ? "" : Integer.toString(1000 + 100 * (i % 7)));
      line = line.replace("label", !labelled || i % 2 == 0 ? "ok" : "fraud");
      line = line.replace("age", Integer.toString(20 + i % 2 * 30 + i % 5));
      text.append(line.replace("id", "n" + i)).append('\n');
    }
    return text.toString();
  }

  private static void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private static String at(String name) {
    return folder.resolve(name).toString();
  }
}
