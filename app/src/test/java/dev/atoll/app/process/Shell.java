package dev.atoll.app.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** A shell in a folder of its own, with {@code ./atoll} a link to the launcher. */
public final class Shell {
  public static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final int MOST_SECONDS = 600;

  /** Inherited by every process that a shell starts, and so a mark of those. */
  private static final String MARK = "ATOLL_TEST_SHELL";

  static {
    archiveClasses();
  }

  private final Path folder;
  private final String mark = UUID.randomUUID().toString();

  public Shell(Path folder) throws IOException {
    this.folder = folder;
    if (!Files.exists(folder.resolve("atoll"))) {
      Files.createSymbolicLink(folder.resolve("atoll"), ROOT.resolve("atoll"));
    }
  }

  /**
   * Archives the classes of a small run, unless it is done, where the launcher does it after a
   * build: so that every start is as quick as a user's.
   */
  private static void archiveClasses() {
    String script =
        """
        archive=app/target/launcher/classes.jsa
        [[ $archive -nt $(ls -t app/target/atoll-app-*.jar | head -n 1) ]] && exit
        rm -f $archive
        mkdir -p ${archive%/*}
        run=$(mktemp -d)
        ATOLL_JAVA_OPTS=-XX:+AutoCreateSharedArchive \\
            ./atoll train --quiet --epochs 2 --out $run/run > /dev/null 2>&1
        rm -rf $run
        """;
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", script).directory(ROOT.toFile());
    builder.environment().put("ATOLL_NO_BUILD", "1");
    try {
      Process process = builder.redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start();
      assertTrue(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS), "too slow: " + script);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The outcome of a script. */
  public record Result(int code, String out, String err) {
    public Result succeeded() {
      assertEquals(0, code, () -> out + err);
      return this;
    }
  }

  ProcessBuilder script(String script) {
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-euo", "pipefail", "-c", script).directory(folder.toFile());
    builder.environment().put("ATOLL_NO_BUILD", "1");
    builder.environment().remove("ATOLL_DATA");
    builder.environment().put(MARK, mark);
    return builder;
  }

  /** Whether a process was started here, even when those between them have ended. */
  boolean isParentOf(ProcessHandle process) {
    try {
      String environment =
          Files.readString(Path.of("/proc/" + process.pid() + "/environ"), ISO_8859_1);
      return environment.contains(MARK + "=" + mark);
    } catch (IOException _) {
      return false; // it has ended, or is not ours to read
    }
  }

  public Result run(String script) throws IOException, InterruptedException {
    return run(script, Map.of());
  }

  Result run(String script, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    ProcessBuilder builder = script(script);
    builder.environment().putAll(environment);
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      assertTrue(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS), "too slow: " + script);
    } finally {
      process.destroyForcibly();
    }
    return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
  }
}
