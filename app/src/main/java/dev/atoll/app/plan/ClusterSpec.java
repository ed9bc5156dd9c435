package dev.atoll.app.plan;

import dev.atoll.app.memory.MemoryForecast;
import dev.atoll.graph.wording.Suggestion;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The machines that workers will run on.
 *
 * @param workers the number of workers, if given
 * @param cores of this machine, which all workers share, or of every worker's own
 * @param memoryBytes likewise
 * @param shared whether all workers are on one machine
 * @param gbps bandwidth of every worker's network; 0 for no limit
 * @param latencyMicros of a message
 */
public record ClusterSpec(
    Optional<String> workers,
    int cores,
    long memoryBytes,
    boolean shared,
    double gbps,
    double latencyMicros) {
  private static final List<String> KEYS =
      List.of("workers", "cores", "memory", "gbps", "latencyMicros");
  private static final Pattern SIZE = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?([KMGT]i?B?)?");
  private static final String UNITS = "KMGT";

  /** This machine with its free memory. */
  public static ClusterSpec here() {
    return new ClusterSpec(
        Optional.empty(),
        Runtime.getRuntime().availableProcessors(),
        MemoryForecast.availableBytes(),
        true,
        0,
        0);
  }

  /** Parses a file, or pairs such as {@code workers=8,cores=16,memory=64GiB,gbps=10}. */
  public static ClusterSpec of(String fileOrPairs) throws IOException {
    return described(
        fileOrPairs.contains("=") ? pairs(fileOrPairs) : Settings.readYaml(Path.of(fileOrPairs)));
  }

  private static List<Assignment> pairs(String text) {
    List<Assignment> assignments = new ArrayList<>();
    for (String pair : text.split(",", -1)) {
      assignments.add(Assignment.ofPair(pair, "--cluster"));
    }
    return assignments;
  }

  private static ClusterSpec described(List<Assignment> assignments) {
    ClusterSpec cluster = new ClusterSpec(Optional.empty(), 0, 0, false, 0, 0);
    for (Assignment line : assignments) {
      cluster = cluster.with(line);
    }
    if (cluster.cores == 0 || cluster.memoryBytes == 0) {
      throw new SettingsException(
          "--cluster: expected at least cores and memory of a worker, such as cores: 16 and memory:"
              + " 64GiB");
    }
    return cluster;
  }

  private ClusterSpec with(Assignment line) {
    return switch (line.key()) {
      case "workers" ->
          new ClusterSpec(
              Optional.of(line.text()), cores, memoryBytes, shared, gbps, latencyMicros);
      case "cores" ->
          new ClusterSpec(
              workers, (int) number(line, 1, 4096), memoryBytes, shared, gbps, latencyMicros);
      case "memory" -> new ClusterSpec(workers, cores, size(line), shared, gbps, latencyMicros);
      case "gbps" ->
          new ClusterSpec(
              workers, cores, memoryBytes, shared, number(line, 1e-6, 1e6), latencyMicros);
      case "latencyMicros" ->
          new ClusterSpec(workers, cores, memoryBytes, shared, gbps, number(line, 0, 1e7));
      default ->
          throw new SettingsException(
              line.place() + ": " + Suggestion.unknown("property of a cluster", line.key(), KEYS));
    };
  }

  private static double number(Assignment line, double least, double most) {
    try {
      double value = Double.parseDouble(line.text());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException _) {
      // reported below
    }
    throw new SettingsException(
        "%s: %s cannot be '%s': expected a number from %s to %s"
            .formatted(line.place(), line.key(), line.text(), least, most));
  }

  private static long size(Assignment line) {
    Matcher found = SIZE.matcher(line.text().strip());
    if (!found.matches() || Double.parseDouble(found.group(1)) <= 0) {
      throw new SettingsException(
          "%s: memory cannot be '%s': expected bytes, such as 64GiB"
              .formatted(line.place(), line.text()));
    }
    int power = found.group(2) == null ? 0 : UNITS.indexOf(found.group(2).charAt(0)) + 1;
    return (long) (Double.parseDouble(found.group(1)) * Math.pow(1024, power));
  }

  /** A copy with the emulated network of a run, if it has one. */
  ClusterSpec withNetwork(double newGbps, double newLatencyMicros) {
    return new ClusterSpec(
        workers,
        cores,
        memoryBytes,
        shared,
        newGbps > 0 ? newGbps : gbps,
        newLatencyMicros > 0 ? newLatencyMicros : latencyMicros);
  }
}
