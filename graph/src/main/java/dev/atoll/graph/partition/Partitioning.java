package dev.atoll.graph.partition;

/** The part of every node. */
public final class Partitioning {
  private final int parts;
  private final int[] partOf;

  /**
   * @param partOf a part below {@code parts} for every node; not copied
   */
  public Partitioning(int parts, int[] partOf) {
    for (int v = 0; v < partOf.length; v++) {
      if (partOf[v] < 0 || partOf[v] >= parts) {
        throw new IllegalArgumentException(
            "node %d is in part %d; expected a part from 0 to %d"
                .formatted(v, partOf[v], parts - 1));
      }
    }
    this.parts = parts;
    this.partOf = partOf;
  }

  public int parts() {
    return parts;
  }

  public int nodeCount() {
    return partOf.length;
  }

  public int partOf(int node) {
    return partOf[node];
  }

  /** The number of nodes of each part. */
  public int[] sizes() {
    int[] sizes = new int[parts];
    for (int part : partOf) {
      sizes[part]++;
    }
    return sizes;
  }
}
