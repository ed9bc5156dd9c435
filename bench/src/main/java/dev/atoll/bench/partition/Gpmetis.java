package dev.atoll.bench.partition;

import dev.atoll.formats.shard.AssignmentFile;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.PartitionReport;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.UndirectedGraph;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs METIS for comparison: its program {@code gpmetis} on the same graph, with the same
 * constraints as node weights and the same tolerances. Its files are in a temporary folder, which
 * {@code close} deletes.
 */
final class Gpmetis implements AutoCloseable {
  private static final String PROGRAM = "gpmetis";
  private static final Pattern SECONDS = Pattern.compile("Partitioning:\\s+([0-9.]+) sec");
  private static final Pattern MEGABYTES = Pattern.compile("Max memory used:\\s+([0-9.]+) MB");
  private static final int MOST_HOURS = 2;

  private final CsrGraph graph;
  private final Path folder;
  private final Path file;

  private Gpmetis(CsrGraph graph, Path folder) {
    this.graph = graph;
    this.folder = folder;
    this.file = folder.resolve("metis.graph");
  }

  /** Whether the program is on the PATH. */
  static boolean isInstalled() {
    return Arrays.stream(
            Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
        .map(folder -> Path.of(folder, PROGRAM))
        .anyMatch(Files::isExecutable);
  }

  /** Writes a graph with the weights of the constraints as METIS reads it. */
  static Gpmetis on(CsrGraph graph, List<BalanceConstraint> balance, int threads)
      throws IOException {
    Path folder = Files.createTempDirectory("atoll-metis");
    var metis = new Gpmetis(graph, folder);
    try (var undirected = UndirectedGraph.of(graph, threads)) {
      write(metis.file, undirected.graph(), balance);
      return metis;
    } catch (IOException | RuntimeException e) {
      metis.close();
      throw e;
    }
  }

  private static void write(Path file, CsrGraph graph, List<BalanceConstraint> balance)
      throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write(
          "%d %d 010 %d\n".formatted(graph.nodeCount(), graph.edgeCount() / 2, balance.size()));
      for (long v = 0; v < graph.nodeCount(); v++) {
        for (BalanceConstraint share : balance) {
          out.write(Long.toString(share.weights().applyAsLong(v)));
          out.write(' ');
        }
        for (long e = graph.rowStart(v), end = graph.rowStart(v + 1); e < end; e++) {
          out.write(Long.toString(graph.source(e) + 1));
          out.write(' ');
        }
        out.write('\n');
      }
    }
  }

  /** Cuts the graph; CPU time and memory are as METIS reports them. */
  PartitionTrial run(PartitionGoal goal) throws IOException {
    if (goal.parts() == 1) {
      var whole = new Partitioning(1, new int[graph.nodeCount()]);
      return new PartitionTrial(PartitionReport.of("metis", graph, whole, goal, 0, 0), 0);
    }
    String output = start(goal);
    Matcher time = SECONDS.matcher(output);
    Path parts = folder.resolve(file.getFileName() + ".part." + goal.parts());
    if (!time.find() || !Files.exists(parts)) {
      throw new IOException(PROGRAM + " gave no partition; it printed:\n" + output.strip());
    }
    double seconds = Double.parseDouble(time.group(1));
    Partitioning found = AssignmentFile.read(parts, graph.nodeCount(), goal.parts());
    Files.delete(parts);
    return new PartitionTrial(
        PartitionReport.of("metis", graph, found, goal, seconds, memory(output)), seconds);
  }

  /** Peak memory in bytes; 0 if the program does not report it. */
  static long memory(String output) {
    Matcher megabytes = MEGABYTES.matcher(output);
    return megabytes.find() ? Math.round(Double.parseDouble(megabytes.group(1)) * (1 << 20)) : 0;
  }

  private String start(PartitionGoal goal) throws IOException {
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(
                PROGRAM,
                tolerances(goal.balance()),
                "-seed=" + (goal.seed() + 1),
                file.toString(),
                Integer.toString(goal.parts()))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!process.waitFor(MOST_HOURS, TimeUnit.HOURS)) {
        throw new IOException(PROGRAM + " was stopped after " + MOST_HOURS + " hours");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + PROGRAM + " ran", e);
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(log);
  }

  /** The option for the tolerances; for a single constraint METIS takes thousandths. */
  private static String tolerances(List<BalanceConstraint> balance) {
    if (balance.size() == 1) {
      return "-ufactor=" + Math.max(1, Math.round(1000 * balance.getFirst().tolerance()));
    }
    return balance.stream()
        .map(share -> String.format(Locale.ROOT, "%.3f", 1 + share.tolerance()))
        .collect(Collectors.joining(" ", "-ubvec=", ""));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path one : files.toList()) {
        Files.delete(one);
      }
    }
    Files.delete(folder);
  }
}
