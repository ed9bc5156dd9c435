package dev.atoll.graph.partition;

import dev.atoll.graph.BadDataException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;

/**
 * A part per line, one line per node: what METIS, KaMinPar and mt-KaHyPar write and DGL's pipeline
 * reads.
 */
public final class AssignmentFile {
  private AssignmentFile() {}

  /** Reads the parts of a graph of so many nodes; the largest part that appears is the last. */
  public static Partitioning read(Path file, long nodeCount) throws IOException {
    int[] partOf = new int[Math.toIntExact(nodeCount)];
    int count = 0;
    int line = 0;
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String text = in.readLine(); text != null; text = in.readLine()) {
        line++;
        if (text.isBlank()) {
          continue;
        }
        if (count == partOf.length) {
          throw BadDataException.at(
              file + ": line " + line, "more lines than the graph's " + nodeCount + " nodes");
        }
        partOf[count++] = part(file, line, text.strip());
      }
    }
    if (count < partOf.length) {
      throw BadDataException.at(
          file,
          "%d lines; expected one per node, %d: is it of another graph?"
              .formatted(count, nodeCount));
    }
    return new Partitioning(Arrays.stream(partOf).max().orElse(0) + 1, partOf);
  }

  private static int part(Path file, int line, String text) {
    try {
      int part = Integer.parseInt(text);
      if (part >= 0) {
        return part;
      }
    } catch (NumberFormatException e) {
      throw new BadDataException(problem(file, line, text), e);
    }
    throw new BadDataException(problem(file, line, text));
  }

  private static String problem(Path file, int line, String text) {
    return "%s: line %d: \"%s\"; expected a part: a whole number from 0"
        .formatted(file, line, text);
  }

  /** Writes a file, whole or not at all. */
  public static void write(Path file, Partitioning partitioning) throws IOException {
    Path parent = file.toAbsolutePath().getParent();
    Path pending = Files.createTempFile(parent, file.getFileName().toString(), ".part");
    try {
      try (BufferedWriter out = Files.newBufferedWriter(pending)) {
        for (int v = 0; v < partitioning.nodeCount(); v++) {
          out.write(Integer.toString(partitioning.partOf(v)));
          out.write('\n');
        }
      }
      Files.move(pending, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(pending);
    }
  }
}
