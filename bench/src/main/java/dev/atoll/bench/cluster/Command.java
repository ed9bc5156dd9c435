package dev.atoll.bench.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A command of Atoll in a process of its own, with the JVM options and class path of this one. */
final class Command {
  private final long begun = System.nanoTime();
  private final Path json;
  private final Path output;
  private final Process process;

  /** The result of a command: its JSON, and its seconds from start to end. */
  record Ended(JsonNode json, double seconds) {}

  private Command(Path json, Path output, List<String> command) throws IOException {
    this.json = json;
    this.output = output;
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    this.process = builder.start();
  }

  /**
   * Starts a command.
   *
   * @param folder for its output
   * @param properties of the JVM, such as settings of Spark
   * @param line the command and its arguments, with spaces between them
   */
  static Command start(Path folder, Map<String, String> properties, String line)
      throws IOException {
    Path json = Files.createTempFile(folder, "command", ".json");
    Path output = Files.createTempFile(folder, "command", ".txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(Command::isOfAnyProcess)
        .forEach(command::add);
    properties.forEach((key, value) -> command.add("-D" + key + "=" + value));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.atoll.app.Atoll"));
    Stream.concat(Stream.of(line.split(" ")), Stream.of("--quiet", "--json", json.toString()))
        .forEach(command::add);
    return new Command(json, output, command);
  }

  /**
   * Whether an option is passed on: not options for this process's descriptors or class archive,
   * nor limits on its compiler, because uncompiled code cannot be measured.
   */
  private static boolean isOfAnyProcess(String option) {
    return !option.startsWith("-Datoll.")
        && !option.startsWith("-XX:Archive")
        && !option.startsWith("-XX:TieredStopAtLevel")
        && !option.startsWith("-javaagent");
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for the end; throws with the command's output if it has failed. */
  Ended await() throws IOException {
    try {
      if (process.waitFor() != 0) {
        throw new IllegalStateException("a measured command failed: " + Files.readString(output));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("stopped while measuring", e);
    }
    double seconds = (System.nanoTime() - begun) * 1e-9;
    return new Ended(new ObjectMapper().readTree(json.toFile()), seconds);
  }
}
