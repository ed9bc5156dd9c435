package dev.atoll.app.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** A shell in a folder of its own, with {@code ./atoll} a link to the launcher. */
final class Shell {
  static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final int MOST_SECONDS = 300;

  /** Inherited by every process that a shell starts, and so a mark of those. */
  private static final String MARK = "ATOLL_TEST_SHELL";

  private final Path folder;
  private final String mark = UUID.randomUUID().toString();

  Shell(Path folder) throws IOException {
    this.folder = folder;
    if (!Files.exists(folder.resolve("atoll"))) {
      Files.createSymbolicLink(folder.resolve("atoll"), ROOT.resolve("atoll"));
    }
  }

  /** What a script did. */
  record Result(int code, String out, String err) {
    Result succeeded() {
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

  Result run(String script) throws IOException, InterruptedException {
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
