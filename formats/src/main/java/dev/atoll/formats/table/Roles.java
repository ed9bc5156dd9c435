package dev.atoll.formats.table;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.npy.NpyType;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Split;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** A split in the making: formats list the nodes of each role one by one. */
public final class Roles {
  private final long nodes;
  private final MemorySegment roles;

  public Roles(DatasetWriter writer, String name, long nodes) throws IOException {
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
}
