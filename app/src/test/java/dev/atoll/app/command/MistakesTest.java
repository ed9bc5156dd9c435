package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.formats.npy.Npy;
import dev.atoll.formats.npy.NpyArray;
import dev.atoll.formats.npy.NpyType;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Mistakes of users: each error names the place, what was expected, what was found and what to do,
 * has the exit code of its kind (1 for data and files, 2 for the command line and settings), and
 * leaves nothing behind.
 */
class MistakesTest {
  private static final String OUT = "OUT";
  private static final int NODES = 6;

  @TempDir private static Path folder;

  /**
   * A command line, in which {@code OUT} is a folder that must not appear and {@code @name} a file
   * here.
   *
   * @param said parts of the message
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Mistake(String name, int code, List<String> args, String... said) {
    @Override
    public String toString() {
      return name;
    }
  }

  @BeforeAll
  static void makeFiles() throws IOException {
    write("prose.csv", "Dear reader, this is a letter.\nIt has no table, only commas.\n");
    write("empty.csv", "");
    write("header.csv", "src,dst\n");
    write("hole.csv", "src,dst\na,b\nc,\n");
    write("edges.csv", "src,dst\n1,2\n2,3\n3,4\n");
    write("nodes.csv", "id,label,x\n1,a,1\n2,b,2\n3,a,3\n4,b,4\n");
    write("below.csv", "id,label,x\n1,0,1\n2,-5,2\n3,1,3\n4,0,1\n");
    write("twice.csv", "id,x\n1,1\n2,2\n1,3\n");
    write("few.csv", "id,x\n1,1\n2,2\n");
    write("infinite.csv", "id,x\n1,1\n2,inf\n3,3\n4,4\n");
    write("quantity.csv", "id,label\n1,0.5\n2,1.5\n3,0.1\n4,0.7\n");
    Files.write(folder.resolve("picture.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G'});
    write("keys.yaml", "mdoel: gcn\nepoch: 3\n");
    write("broken.yaml", "model: [gcn\n");
    write("list.yaml", "- gcn\n");
    write("taken", "a file");
    arrays("sound", NODES, 1, 0, 0);
    arrays("nan", NODES, Float.NaN, 0, 0);
    arrays("short", 4, 1, 0, 0);
    arrays("seven", NODES, 1, 7, 0);
    arrays("roleless", NODES, 1, 2, 0);
    arrays("classless", NODES, 1, 0, -1);
    for (String[] made :
        List.of(
            new String[] {"sound", "arrays"},
            new String[] {"roleless", "untrained"},
            new String[] {"classless", "unlabelled"})) {
      Outcome done = Outcome.of("import", at(made[0]), "--name", made[1], "--out", at(made[1]));
      boolean trainable = made[1].equals("arrays");
      assertEquals(
          !trainable, done.succeeded().err().contains("has no training node with a label"));
    }
    write("mixed.csv", "src,dst\n1,x7\nx7,2\n2,1\n");
    Outcome.of("import", at("edges.csv"), "--out", at("bare")).succeeded();
    Outcome.of("import", at("edges.csv"), "--nodes", at("nodes.csv"), "--out", at("unsplit"))
        .succeeded();
    damage("cut-info", "dataset.json", bytes -> Arrays.copyOf(bytes, 60));
    damage("cut-features", "features.npy", bytes -> Arrays.copyOf(bytes, bytes.length - 4));
    damage("cut-edges", "indices.npy", bytes -> Arrays.copyOf(bytes, 20));
    Files.delete(copy("no-labels").resolve("labels.npy"));
    Outcome.of(
            "train",
            "--epochs",
            "1",
            "--set",
            "model.hidden=4",
            "--out",
            at("run"),
            "--json",
            at("r"))
        .succeeded();
  }

  /** The dataset again, with one of its files spoiled. */
  private static void damage(String name, String file, UnaryOperator<byte[]> how)
      throws IOException {
    Path target = copy(name).resolve(file);
    Files.write(target, how.apply(Files.readAllBytes(target)));
  }

  private static Path copy(String name) throws IOException {
    Path target = Files.createDirectory(folder.resolve(name));
    try (Stream<Path> files = Files.list(folder.resolve("unsplit"))) {
      for (Path file : files.toList()) {
        Files.copy(file, target.resolve(file.getFileName()));
      }
    }
    return target;
  }

  static Stream<Mistake> mistakes() {
    return Stream.of(
        imports(
            "1 prose",
            "prose.csv",
            "prose.csv: ",
            "does not look like an id",
            "expected a table of edges",
            "--header"),
        imports("2 empty file", "empty.csv", "empty.csv: empty; expected a table"),
        imports(
            "2 header only",
            "header.csv",
            "no row after the header [src, dst]",
            "expected one line for each edge"),
        imports("3 picture", "picture.png", "picture.png: no known format", "csv"),
        imports("4 missing file", "nowhere.csv", "nowhere.csv: there is no such file or folder"),
        new Mistake(
            "5 wrong keys",
            2,
            train("--config", "@keys.yaml"),
            "keys.yaml",
            "mdoel",
            "did you mean 'model'?",
            "epoch",
            "did you mean 'epochs'?"),
        new Mistake("6 broken YAML", 2, train("--config", "@broken.yaml"), "broken.yaml"),
        new Mistake("7 YAML list", 2, train("--config", "@list.yaml"), "list.yaml"),
        new Mistake(
            "8 fanouts",
            2,
            train("--recipe", "distdgl", "--set", "fanouts=-5,3"),
            "fanouts cannot be '-5,3': allowed is"),
        new Mistake(
            "9 five fanouts",
            2,
            train("--recipe", "distdgl", "--set", "fanouts=5,5,5,5,5"),
            "fanouts"),
        new Mistake(
            "10 more workers than nodes",
            2,
            train("--data", "@arrays", "--recipe", "vanilla", "--workers", "50"),
            "workers=50, but arrays has only 6 nodes; expected a node for each",
            "--workers 6"),
        new Mistake(
            "13 no epochs",
            2,
            train("--epochs", "0"),
            "--epochs",
            "cannot be '0': allowed is a whole number from 1"),
        new Mistake("14 epochs in words", 2, train("--epochs", "abc"), "cannot be 'abc'"),
        new Mistake(
            "15 too many epochs", 2, train("--epochs", "100000000000"), "cannot be '100000000000'"),
        new Mistake("16 negative rate", 2, train("--set", "lr=-1"), "lr cannot be '-1'"),
        new Mistake("17 rate nan", 2, train("--set", "lr=nan"), "lr cannot be 'nan'"),
        new Mistake(
            "18 no labels",
            1,
            train("--data", "@bare", "--recipe", "distdgl", "--set", "embeddings=sparse"),
            "dataset edges has no labels, which node classification needs: import its table with"
                + " --label COLUMN",
            "--task link"),
        new Mistake(
            "19 no split",
            1,
            train("--data", "@unsplit"),
            "dataset edges has no split 'split'",
            "split=random:60/20/20",
            "import --split 60/20/20"),
        new Mistake(
            "20 dataset",
            2,
            train("--data", "croa"),
            "unknown dataset 'croa'",
            "did you mean 'cora'?"),
        new Mistake("21 command", 2, List.of("trian"), "did you mean 'train'?"),
        new Mistake("22 option", 2, train("--epoch", "3"), "--epoch", "did you mean '--epochs'?"),
        new Mistake("23 setting", 2, train("--set", "worker=2"), "did you mean 'workers'?"),
        new Mistake(
            "24 split",
            2,
            train("--set", "split=splits:99"),
            "unknown split of dataset cora 'splits:99'",
            "Known: split"),
        new Mistake(
            "24 split rule",
            2,
            train("--set", "split=random:60/20"),
            "split cannot be 'random:60/20'",
            "random:60/20/20"),
        new Mistake("25 no workers", 2, train("--workers", "0"), "cannot be '0'"),
        arrays(
            "26 feature that is no number",
            "nan",
            "nan/features.npy: row 3, column 1 is NaN; every feature must be a finite number",
            "replace it"),
        arrays(
            "27 features of some nodes",
            "short",
            "short/labels.npy: 6 rows, but ",
            "short/features.npy has 4; expected one per node in each"),
        arrays(
            "29 role 7",
            "seven",
            "seven/split.npy: split: row 2 is 7; expected 0 (train), 1 (validation), 2 (test) or"
                + " -1 (none)"),
        new Mistake(
            "30 no training node",
            1,
            train("--data", "@untrained"),
            "dataset untrained: none of the 0 training nodes of split 'split' has a label",
            "--set split=random:60/20/20"),
        new Mistake(
            "30 no label",
            1,
            train("--data", "@unlabelled"),
            "dataset unlabelled: none of the 6 training nodes of split 'split' has a label",
            "--task unsupervised"),
        nodes(
            "28 labels below -1",
            "below.csv",
            "below.csv: line 3: class '-5'; expected a number from 0, or -1 for unknown"),
        nodes(
            "31 infinite feature",
            "infinite.csv",
            "infinite.csv: line 3: column 'x' is Infinity; expected a finite number",
            "--encode 'x=drop'"),
        nodes(
            "quantities as labels",
            "quantity.csv",
            "quantity.csv: label column 'label' holds numbers with fractions",
            "--label"),
        new Mistake(
            "34 array cut off",
            1,
            train("--data", "@cut-features"),
            "cut-features/features.npy",
            "dataset.json says",
            "import"),
        new Mistake(
            "35 edges cut off",
            1,
            train("--data", "@cut-edges"),
            "cut-edges/indices.npy",
            "20 bytes",
            "import"),
        new Mistake(
            "35 labels missing",
            1,
            train("--data", "@no-labels"),
            "no-labels/labels.npy: missing, but dataset.json lists it; import the data again"),
        new Mistake(
            "36 broken dataset.json",
            1,
            train("--data", "@cut-info"),
            "cut-info/dataset.json: line ",
            "expected a file of 'atoll import': import the data again"),
        new Mistake(
            "38 run folder is a file",
            1,
            List.of("train", "--epochs", "1", "--out", "@taken"),
            "taken is a file; expected a folder that is empty or not there yet",
            "--out"),
        new Mistake(
            "38 run folder in a file",
            1,
            List.of("train", "--epochs", "1", "--out", "@taken/run"),
            "cannot write the run folder",
            "taken is a file, and no folder",
            "--out"),
        new Mistake(
            "38 dataset is a file",
            1,
            List.of("import", "@edges.csv", "--out", "@taken"),
            "taken: already exists; remove it or choose another folder"),
        new Mistake(
            "41 JSON in a file",
            2,
            train("--epochs", "1", "--json", "@taken/result.json"),
            "--json: expected a file in a folder",
            "taken is no folder",
            "name another file"),
        new Mistake("41 JSON is a folder", 2, train("--json", "@bare"), "bare', which is a folder"),
        new Mistake(
            "37 run exists",
            1,
            List.of("train", "--epochs", "1", "--out", "@run"),
            "holds a run already",
            "--overwrite"),
        new Mistake(
            "37 dataset exists", 1, List.of("import", "@edges.csv", "--out", "@bare"), "bare"),
        new Mistake(
            "40 predictions as .docx",
            2,
            List.of("predict", "@run", "--out", "@x.docx"),
            "the ending cannot be 'docx'",
            "csv"),
        new Mistake(
            "42 no run", 1, List.of("evaluate", "@unsplit"), "not the folder of a finished run"),
        new Mistake(
            "42 resume finished", 1, List.of("train", "--resume", "@run"), "nothing to resume"),
        new Mistake("43 recipe", 2, train("--recipe", "distdlg"), "did you mean 'distdgl'?"),
        nodes("44 id twice", "twice.csv", "twice.csv: line 4: id '1' is there twice: column"),
        nodes(
            "44 id unknown",
            "few.csv",
            "edges.csv: line 3: id '3' is not in the node table",
            "add its row"),
        new Mistake(
            "44 column unknown",
            1,
            List.of(
                "import", "@edges.csv", "--nodes", "@nodes.csv", "--label", "lable", "--out", OUT),
            "unknown column 'lable'; did you mean 'label'?"),
        imports(
            "45 empty id",
            "hole.csv",
            "hole.csv: line 3: column 'dst' is empty; every edge needs two ids"),
        new Mistake(
            "encoder",
            2,
            List.of(
                "import",
                "@edges.csv",
                "--nodes",
                "@nodes.csv",
                "--encode",
                "x=standrad",
                "--out",
                OUT),
            "unknown encoder 'standrad'; did you mean 'standard'?"),
        new Mistake(
            "shares",
            2,
            List.of(
                "import", "@edges.csv", "--nodes", "@nodes.csv", "--split", "60/20", "--out", OUT),
            "expected three shares, such as 60/20/20"),
        new Mistake(
            "47 features of another model",
            1,
            List.of("predict", "@run", "--data", "@unsplit", "--out", "@y.csv"),
            "dataset edges has 1 columns of features, the model was trained with 1433"));
  }

  private static Mistake imports(String name, String file, String... said) {
    return new Mistake(name, 1, List.of("import", "@" + file, "--out", OUT), said);
  }

  private static Mistake arrays(String name, String source, String... said) {
    return new Mistake(name, 1, List.of("import", "@" + source, "--out", OUT), said);
  }

  private static Mistake nodes(String name, String file, String... said) {
    return new Mistake(
        name, 1, List.of("import", "@edges.csv", "--nodes", "@" + file, "--out", OUT), said);
  }

  private static List<String> train(String... more) {
    return Stream.concat(Stream.of("train", "--out", OUT), Stream.of(more)).toList();
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void isExplained(Mistake mistake) throws IOException {
    Path out = folder.resolve("out");
    List<Path> before = files();
    String[] args =
        mistake.args.stream()
            .map(
                arg ->
                    arg.equals(OUT)
                        ? out.toString()
                        : arg.startsWith("@") ? at(arg.substring(1)) : arg)
            .toArray(String[]::new);
    Outcome.of(args).failed(mistake.code, mistake.said);
    assertTrue(Files.notExists(out), "something is left in --out");
    assertEquals(before, files());
  }

  /** Number 11 of the list: it looks wrong and works. */
  @Test
  void attentionOnSampledBoundariesWorks() {
    String out = at("works");
    Outcome.of(
            "train",
            "--data",
            at("arrays"),
            "--recipe",
            "bns-gcn",
            "--model",
            "gat",
            "--workers",
            "3",
            "--epochs",
            "1",
            "--set",
            "model.hidden=4",
            "--out",
            out)
        .succeeded();
  }

  @Test
  void learningRateOf100() {
    Outcome run =
        Outcome.of(
                "train",
                "--preset",
                "none",
                "--epochs",
                "5",
                "--set",
                "lr=100",
                "--set",
                "model.hidden=8",
                "--out",
                at("33"))
            .succeeded();
    assertTrue(run.err().contains("guessing among all 7 classes has 1.95"), run.err());
    assertTrue(run.err().contains("a learning rate too high (lr=100.0)"), run.err());
  }

  @Test
  void learningRateOfNearlyNothing() {
    Outcome run =
        Outcome.of(
                "train",
                "--preset",
                "none",
                "--epochs",
                "10",
                "--set",
                "lr=1e-9",
                "--set",
                "model.hidden=4",
                "--set",
                "model.dropout=0",
                "--out",
                at("33b"))
            .succeeded();
    assertTrue(run.err().contains("the loss has not moved in 10 epochs"), run.err());
  }

  @Test
  void portThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      Outcome.of("dashboard", folder.toString(), "--port", port).failed(1, port, "--port");
      Outcome.of(train("--epochs", "1", "--metrics-port", port).toArray(String[]::new))
          .failed(1, port, "--metrics-port");
    }
  }

  @Test
  void portsThatCannotBe() {
    for (String port : new String[] {"-1", "70000"}) {
      Outcome.of("dashboard", folder.toString(), "--port", port)
          .failed(2, "--port cannot be " + port + ": allowed is a port from 1 to 65535");
      Outcome.of(train("--epochs", "1", "--metrics-port", port).toArray(String[]::new))
          .failed(2, "--metrics-port cannot be " + port);
    }
  }

  @Test
  void jsonIntoAFolder() {
    for (String place : new String[] {"", folder.toString()}) {
      Outcome refused =
          Outcome.of("info", "--json", place)
              .failed(2, "atoll: --json: expected a file in a folder, found '" + place + "'");
      assertTrue(!refused.err().contains("dev.atoll"), refused.err());
      assertTrue(Files.notExists(Path.of(OUT)), "something is left in --out");
    }
  }

  @Test
  void foldersThatAreNotThereAreMade() {
    Outcome.of(
            "train",
            "--epochs",
            "1",
            "--set",
            "model.hidden=4",
            "--out",
            at("41/a/run"),
            "--json",
            at("41/b/result.json"))
        .succeeded();
    assertTrue(Files.exists(folder.resolve("41/b/result.json")));
  }

  @Test
  void idsOfTwoKindsAreTexts() {
    Outcome run = Outcome.of("import", at("mixed.csv"), "--out", at("46")).succeeded();
    assertTrue(run.out().contains("nodes      3"), run.out());
    assertTrue(Files.exists(folder.resolve("46/ids_text.npy")));
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    }
  }

  /** A ring as NumPy arrays. */
  private static void arrays(String name, int rows, float feature, int role, int label)
      throws IOException {
    Path source = Files.createDirectory(folder.resolve(name));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment edges = arena.allocate(ValueLayout.JAVA_INT, 2L * NODES);
      MemorySegment features = arena.allocate(ValueLayout.JAVA_FLOAT, 2L * rows);
      MemorySegment labels = arena.allocate(ValueLayout.JAVA_INT, NODES);
      MemorySegment split = arena.allocate(NODES);
      features.setAtIndex(ValueLayout.JAVA_FLOAT, 7, feature);
      for (int node = 0; node < NODES; node++) {
        edges.setAtIndex(ValueLayout.JAVA_INT, 2L * node, node);
        edges.setAtIndex(ValueLayout.JAVA_INT, 2L * node + 1, (node + 1) % NODES);
        labels.setAtIndex(ValueLayout.JAVA_INT, node, label < 0 ? label : node % 2);
        split.set(ValueLayout.JAVA_BYTE, node, (byte) (role == 7 && node != 2 ? 0 : role));
      }
      npy(source, "edges", NpyType.INT32, edges, NODES, 2);
      npy(source, "features", NpyType.FLOAT32, features, rows, 2);
      npy(source, "labels", NpyType.INT32, labels, NODES);
      npy(source, "split", NpyType.INT8, split, NODES);
    }
  }

  private static void npy(Path source, String name, NpyType type, MemorySegment data, long... shape)
      throws IOException {
    Npy.write(source.resolve(name + ".npy"), NpyArray.of(name, data, type, shape));
  }

  private static void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private static String at(String name) {
    return folder.resolve(name).toString();
  }
}
