package dev.atoll.app.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
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
        shell.run("./atoll train --epochs 2", Map.of("ATOLL_JAVA_OPTS", "-XX:NoSuchFlag=1"));
    assertEquals(1, run.code());
    assertTrue((run.out() + run.err()).contains("NoSuchFlag"), run.out() + run.err());
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

  @Test
  void anInterruptedRunLeavesNothing() throws Exception {
    Process process =
        shell
            .script("exec ./atoll train --epochs 100000 --out run")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log.txt").toFile())
            .start();
    try {
      for (int i = 0; i < 600 && !hasMetrics(); i++) {
        Thread.sleep(100);
      }
      assertTrue(hasMetrics(), Files.readString(folder.resolve("log.txt")));
      Process interrupt = new ProcessBuilder("kill", "-INT", "" + process.pid()).start();
      assertEquals(0, interrupt.waitFor());
      assertTrue(process.waitFor(20, TimeUnit.SECONDS), "it ends soon");
      assertEquals(130, process.exitValue());
      assertFalse(Files.exists(folder.resolve("run")));
    } finally {
      process.destroyForcibly();
    }
  }

  private boolean hasMetrics() throws IOException {
    Path metrics = folder.resolve("run/metrics.jsonl");
    if (!Files.exists(metrics)) {
      return false;
    }
    try (Stream<String> lines = Files.lines(metrics)) {
      return lines.findAny().isPresent();
    }
  }
}
