package dev.atoll.app.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherIT {
  @TempDir Path folder;
  private Shell shell;

  @BeforeEach
  void open() throws IOException {
    shell = new Shell(folder);
  }

  @Test
  void worksThroughLinksFromAnyFolder() throws Exception {
    Shell.Result run = shell.run("ln -s atoll again; mkdir in; cd in; ../again --version");
    assertTrue(run.succeeded().out().startsWith("Atoll "), run.out());
    assertEquals("", run.err());
  }

  @Test
  void exitCodesReachTheShell() throws Exception {
    assertEquals(2, shell.run("./atoll trian").code());
    assertEquals(1, shell.run("./atoll evaluate nowhere/run").code());
  }

  @Test
  void umlautsInPathsNeedNoLocale() throws Exception {
    Shell.Result run =
        shell.run(
            """
            folder=$(printf 'l\\303\\244uf')
            LC_ALL=C ./atoll generate --kind sbm --nodes 50 --edges 200 --quiet --out "$folder/daten"
            env -u LC_ALL -u LC_CTYPE LANG=C ./atoll info --data "$folder/daten"
            """);
    assertTrue(run.succeeded().out().contains("50"), run.out());
  }

  @Test
  void processesStartWithAnotherTemporaryFolder() throws Exception {
    Files.createDirectory(folder.resolve("scratch"));
    shell
        .run(
            "./atoll train --quiet --recipe distdgl --workers 2 --epochs 1 --engine processes --out"
                + " run",
            Map.of("ATOLL_JAVA_OPTS", "-Djava.io.tmpdir=" + folder.resolve("scratch")))
        .succeeded();
    try (Stream<Path> left = Files.list(folder.resolve("scratch"))) {
      assertEquals(
          List.of(), left.filter(file -> file.toString().contains("atoll-counts")).toList());
    }
  }

  @Test
  void trainingSaysNothingOfIncubators() throws Exception {
    Shell.Result run =
        shell.run("./atoll train --epochs 2 --out run --json - > result.json").succeeded();
    assertFalse(run.err().contains("WARNING"), run.err());
    assertTrue(run.err().contains("2/2 epochs"), run.err());
    assertTrue(Files.readString(folder.resolve("result.json")).startsWith("{"));
  }

  @Test
  void whatTheJvmSaysIsNotLost() throws Exception {
    Shell.Result run =
        shell.run(
            "./atoll train --epochs 2 2>&1 | cat; exit ${PIPESTATUS[0]}", // ends after its filter
            Map.of("ATOLL_JAVA_OPTS", "-XX:NoSuchFlag=1"));
    assertEquals(1, run.code());
    assertTrue(run.out().contains("NoSuchFlag"), run.out());
  }

  @Test
  void aStaleArchiveIsIgnoredSilently() throws Exception {
    String opts = "-XX:SharedArchiveFile=" + folder.resolve("junk.jsa");
    Shell.Result run =
        shell.run(
            "head -c 100000 /dev/zero > junk.jsa; ./atoll --version",
            Map.of("ATOLL_JAVA_OPTS", opts));
    assertTrue(run.succeeded().out().startsWith("Atoll "), run.out());
    assertEquals("", run.err());
  }

  @Test
  void withoutAFittingJdkItSaysWhatToDo() throws Exception {
    String script = Files.readString(Shell.ROOT.resolve("atoll"));
    Path other = folder.resolve("future");
    Files.writeString(other, script.replace("needed_version=25", "needed_version=99"));
    Shell.Result run = shell.run("bash future --version");
    assertEquals(1, run.code());
    assertTrue(run.err().contains("no JDK 99 or newer was found"), run.err());
    assertTrue(run.err().contains("JAVA_HOME"), run.err());
    assertTrue(run.err().contains("Java 25 in "), run.err());
  }

  @Tag("slow")
  @Test
  void policiesOfOnesOwnAreFoundOnTheClassPath() throws Exception {
    Path services = Files.createDirectories(folder.resolve("own/META-INF/services"));
    Files.writeString(
        services.resolve("dev.atoll.graph.policy.PolicyProvider"), "own.HalvesPolicy\n");
    Files.writeString(
        folder.resolve("HalvesPolicy.java"),
        """
        package own;

        import dev.atoll.graph.partition.*;
        import dev.atoll.graph.partition.simple.*;
        import dev.atoll.graph.policy.*;
        import java.util.List;

        public final class HalvesPolicy implements PolicyProvider {
          @Override
          public List<Policy<?>> policies() {
            return List.of(
                Policy.of(Partitioner.class, "halves", "consecutive nodes")
                    .always(new ChunkPartitioner()));
          }
        }
        """);
    String javac =
        "'%s/bin/javac' -cp '%s/app/target/lib/*' -d own HalvesPolicy.java"
            .formatted(System.getProperty("java.home"), Shell.ROOT);
    shell.run(javac).succeeded();
    String train =
        "./atoll train --quiet --recipe vanilla --workers 2 --epochs 2 --set partitioner=";
    Map<String, String> own = Map.of("ATOLL_CLASSPATH", folder.resolve("own").toString());
    shell.run(train + "halves --engine processes --out halves", own).succeeded();
    shell.run(train + "chunk --out chunk").succeeded();
    assertEquals(weights("chunk"), weights("halves"));
    assertEquals(2, shell.run(train + "halves --out none").code(), "without the class path");
  }

  private String weights(String run) throws IOException {
    return new ObjectMapper()
        .readTree(folder.resolve(run).resolve("result.json").toFile())
        .get("weightsSha256")
        .asText();
  }

  @Test
  void aRunInterruptedBeforeItsFirstCheckpointLeavesNothing() throws Exception {
    interrupt(
        "./atoll train --epochs 100000 --set checkpoint.every=100000000 --out run",
        "run/metrics.jsonl");
    assertFalse(Files.exists(folder.resolve("run")));
  }

  @Test
  void aRunInterruptedWhileItBeginsLeavesNothing() throws Exception {
    for (int i = 0; i < 3; i++) {
      interrupt("./atoll train --epochs 100000 --out begun", "begun");
      assertFalse(Files.exists(folder.resolve("begun")));
    }
  }

  @Test
  void anInterruptedGeneratorLeavesNothing() throws Exception {
    interrupt("./atoll generate --like papers --out papers", ".papers.part-");
    assertEquals(List.of(), named(".papers.part-"));
    assertFalse(Files.exists(folder.resolve("papers")));
  }

  /**
   * Starts a command and, when a file of this name is there, interrupts it as Ctrl-C would; also in
   * a build that was itself started with interrupts ignored.
   */
  private void interrupt(String command, String file) throws Exception {
    Process process =
        shell
            .script("exec env --default-signal=INT " + command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log.txt").toFile())
            .start();
    try {
      Await.until(file, () -> !named(file).isEmpty() || !process.isAlive());
      assertFalse(named(file).isEmpty(), Files.readString(folder.resolve("log.txt")));
      Process kill = new ProcessBuilder("kill", "-INT", "" + process.pid()).start();
      assertEquals(0, kill.waitFor());
      assertTrue(process.waitFor(120, TimeUnit.SECONDS), "it ends soon");
      assertEquals(130, process.exitValue());
    } finally {
      process.destroyForcibly();
    }
  }

  /** Files of a name, or files in the folder whose names begin with it. */
  private List<Path> named(String name) throws IOException {
    Path exact = folder.resolve(name);
    if (Files.exists(exact)) {
      return List.of(exact);
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().startsWith(name)).toList();
    }
  }
}
