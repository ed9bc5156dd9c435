package dev.atoll.formats.shard;

import dev.atoll.files.AtomicFile;
import dev.atoll.files.FileDigest;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.partition.Partitioning;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A part per line, one line per node: the format that METIS, KaMinPar and mt-KaHyPar write and DGL
 * reads.
 */
public final class AssignmentFile {
  private AssignmentFile() {}

  /**
   * Reads the parts of a graph.
   *
   * @param parts how many there are; 0 when the largest that appears is the last
   */
  public static Partitioning read(Path file, int nodeCount, int parts) throws IOException {
    int most = parts == 0 ? Math.max(1, nodeCount) : parts;
    int[] partOf = new int[nodeCount];
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
        partOf[count++] = part(file, line, text.strip(), most);
      }
    } catch (CharacterCodingException e) {
      throw new BadDataException(
          "%s: line %d: not text; expected a part: a whole number".formatted(file, line + 1), e);
    }
    if (count < partOf.length) {
      throw BadDataException.at(
          file,
          "%d lines; expected one per node, %d: is it of another graph?"
              .formatted(count, nodeCount));
    }
    int last = Arrays.stream(partOf).max().orElse(0);
    return new Partitioning(parts == 0 ? last + 1 : parts, partOf);
  }

  private static int part(Path file, int line, String text, int most) {
    try {
      int part = Integer.parseInt(text);
      if (part >= 0 && part < most) {
        return part;
      }
    } catch (NumberFormatException e) {
      throw new BadDataException(problem(file, line, text, most), e);
    }
    throw new BadDataException(problem(file, line, text, most));
  }

  private static String problem(Path file, int line, String text, int most) {
    return "%s: line %d: \"%s\"; expected a part: a whole number from 0 to %d"
        .formatted(file, line, text, most - 1);
  }

  /** Writes a file, complete or not at all. */
  public static void write(Path file, Partitioning partitioning) throws IOException {
    AtomicFile.write(
        file,
        pending -> {
          try (OutputStream out = Files.newOutputStream(pending)) {
            write(out, partitioning);
          }
        });
  }

  /** The SHA-256 that the file of a partition has. */
  public static String digest(Partitioning partitioning) {
    MessageDigest digest = FileDigest.sha256();
    try (var out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
      write(out, partitioning);
    } catch (IOException e) {
      throw new UncheckedIOException("nothing is written anywhere", e);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void write(OutputStream out, Partitioning partitioning) throws IOException {
    var lines = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.US_ASCII));
    for (int v = 0; v < partitioning.nodeCount(); v++) {
      lines.write(Integer.toString(partitioning.partOf(v)));
      lines.write('\n');
    }
    lines.flush();
  }
}
