package dev.atoll.formats.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Split;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.OptionalInt;

/** The roles of nodes in a split while it is read: training, validation, test or none. */
public final class SplitRoles {
  private final long nodes;
  private final MemorySegment roles;

  public SplitRoles(DatasetWriter writer, String name, long nodes) throws IOException {
    this.nodes = nodes;
    this.roles = writer.map(name, NpyType.INT8, nodes);
    roles.fill((byte) Split.NONE);
  }

  /** Gives a node its role; it may have one only. */
  public void set(long node, int role, Object place) {
    if (node < 0 || node >= nodes) {
      throw BadDataException.at(place, "node %d; expected 0 to %d".formatted(node, nodes - 1));
    }
    int before = roles.get(JAVA_BYTE, node);
    if (before != Split.NONE && before != role) {
      throw BadDataException.at(
          place, "node %d is in two sets; a node trains, validates or tests".formatted(node));
    }
    roles.set(JAVA_BYTE, node, (byte) role);
  }

  /** The role that a word in a table means; empty when the word is not known. */
  public static OptionalInt role(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "train", "training", "tr", "0" -> OptionalInt.of(Split.TRAIN);
      case "val", "valid", "validation", "dev", "va", "1" -> OptionalInt.of(Split.VALIDATION);
      case "test", "testing", "te", "2" -> OptionalInt.of(Split.TEST);
      case "", "none", "-1", "nan" -> OptionalInt.of(Split.NONE);
      default -> OptionalInt.empty();
    };
  }
}
