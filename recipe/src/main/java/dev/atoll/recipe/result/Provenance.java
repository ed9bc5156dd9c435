package dev.atoll.recipe.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The build and the machine behind a result.
 *
 * @param atoll its version
 * @param backend the backend's description of itself
 * @param cores available to this process
 */
public record Provenance(
    String atoll, String commit, String jdk, String backend, String cpu, int cores, String os) {
  private static final Pattern WITHOUT_EFFECT = Pattern.compile("\\d+ threads?, |\\d+-bit ");
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  /** This build on this machine. */
  public static Provenance of(String backend) {
    return new Provenance(
        Build.version(),
        Build.commit(),
        Runtime.version() + " " + System.getProperty("java.vendor"),
        backend,
        describeCpu(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"));
  }

  /**
   * Whether two backends, by their descriptions, compute the same bits. Neither the number of
   * threads nor the width of vectors changes any.
   */
  public static boolean sameArithmetic(String backend, String other) {
    return arithmetic(backend).equals(arithmetic(other));
  }

  private static String arithmetic(String backend) {
    return WITHOUT_EFFECT.matcher(backend).replaceAll("");
  }

  private static String describeCpu() {
    if (!Files.isReadable(CPU_INFO)) {
      return System.getProperty("os.arch");
    }
    try (Stream<String> lines = Files.lines(CPU_INFO)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .findFirst()
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .orElse(System.getProperty("os.arch"));
    } catch (IOException _) {
      return System.getProperty("os.arch");
    }
  }
}
