package dev.atoll.app.campaign;

import dev.atoll.app.Atoll;
import dev.atoll.app.command.Outcome;
import dev.atoll.testkit.CommitKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** The cache of native libraries, read by a process of its own, which a bad library would end. */
record NativeCache(Path whole, Path data) implements Subject {
  private static final int MOST_SECONDS = 100;

  /** A cache that a first process fills, if none has. */
  Subject filled() throws IOException {
    if (!Files.exists(whole)) {
      Path first = whole.resolveSibling("first");
      use(first, CommitKeys.random()).outcome().succeeded();
      Folders.copy(first.resolve("atoll/native"), whole.resolve("atoll/native"));
    }
    return this;
  }

  @Override
  public String name() {
    return "native cache";
  }

  @Override
  public Typed use(Path copy, RandomGenerator random) throws IOException {
    Path run = copy.resolveSibling(copy.getFileName() + "-run");
    Path result = copy.resolveSibling(copy.getFileName() + "-result.json");
    Path printed = copy.resolveSibling(copy.getFileName() + "-printed.txt");
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-cp", classPath()));
    line.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    line.addAll(List.of("--enable-native-access=ALL-UNNAMED", Atoll.class.getName()));
    line.addAll(List.of("train", "--data", "" + data, "--epochs", "1", "--set", "threads=1"));
    line.addAll(List.of("--set", "gemm=openblas", "--out", "" + run, "--json", "" + result));
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().put("XDG_CACHE_HOME", copy.toString());
    Process process = builder.redirectOutput(printed.toFile()).start();
    try {
      if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
        return new Typed(new Outcome(1, "", "bug in Atoll: hung"), null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
    String text = Files.readString(printed);
    return process.exitValue() == 0
        ? new Typed(new Outcome(0, "", text), Typed.field(result, "weightsSha256"))
        : new Typed(new Outcome(process.exitValue(), "", "bug in Atoll: crash: " + text), null);
  }

  private static String classPath() {
    return Stream.of("java.class.path", "jdk.module.path")
        .map(System::getProperty)
        .filter(path -> path != null && !path.isEmpty())
        .reduce((a, b) -> a + System.getProperty("path.separator") + b)
        .orElseThrow();
  }
}
