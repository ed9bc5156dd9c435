package dev.atoll.recipe.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** What a result was made with. */
public final class Provenance {
  private static final String UNKNOWN = "unknown";
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private Provenance() {}

  /**
   * The facts of this machine and this build.
   *
   * @param backend how the backend describes itself
   */
  public static Map<String, Object> of(String backend) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("atoll", version());
    facts.put("commit", commit());
    facts.put("jdk", Runtime.version() + " " + System.getProperty("java.vendor"));
    facts.put("backend", backend);
    facts.put("cpu", cpu());
    facts.put("cores", Runtime.getRuntime().availableProcessors());
    facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    return facts;
  }

  public static String version() {
    String version = Provenance.class.getPackage().getImplementationVersion();
    return version == null ? UNKNOWN : version;
  }

  /** The commit that was built, as the launcher noted it. */
  public static String commit() {
    return System.getProperty("atoll.commit", UNKNOWN);
  }

  private static String cpu() {
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
