package dev.atoll.app.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The README shows what its example prints. Times, memory, the run's name and the machine may
 * differ; scores may differ by what another CPU's kernels change.
 */
class ReadmeIT {
  private static final Pattern EXAMPLE =
      Pattern.compile("```text\\n\\$ (\\./atoll [^\\n]*)\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern PERCENT = Pattern.compile("(\\d+\\.\\d) %");
  private static final double POINTS = 1.5;

  @TempDir Path folder;

  @Test
  void theExamplePrintsWhatTheReadmeShows() throws Exception {
    Matcher example = EXAMPLE.matcher(Files.readString(Shell.ROOT.resolve("README.md")));
    assertTrue(example.find(), "README.md has a block that begins with \"$ ./atoll\"");
    List<String> shown = lines(example.group(2));
    List<String> printed =
        lines(new Shell(folder).run(example.group(1) + " 2>&1").succeeded().out());
    assertEquals(masked(shown), masked(printed));
    List<Double> expected = percentages(shown);
    List<Double> found = percentages(printed);
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(expected.get(i), found.get(i), POINTS, "percentage " + i + " of " + printed);
    }
  }

  /** The output without progress, which looks different on a terminal. */
  private static List<String> lines(String text) {
    return text.lines().filter(line -> !line.startsWith("training ")).toList();
  }

  private static List<String> masked(List<String> lines) {
    return lines.stream()
        .map(
            line ->
                line.replaceAll("^cpu, .*", "cpu, …")
                    .replaceAll("^(run folder .*)-\\d{8}-\\d{6}$", "$1-…")
                    .replaceAll("\\d+(\\.\\d+)? %", "… %")
                    .replaceAll("[\\d.]+ [KMG]iB", "… MiB")
                    .replaceAll("[\\d.]+ (µs|ms|s) an epoch", "… ms an epoch")
                    .replaceAll("best epoch \\d+", "best epoch …")
                    .replaceAll(" +", " "))
        .toList();
  }

  private static List<Double> percentages(List<String> lines) {
    return PERCENT
        .matcher(String.join("\n", lines))
        .results()
        .map(match -> Double.valueOf(match.group(1)))
        .toList();
  }
}
