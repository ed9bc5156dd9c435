package dev.atoll.graph.csr;

/** An edge refers to a node that does not exist. */
public final class EdgeOutOfRangeException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final long edge;

  EdgeOutOfRangeException(long edge, long source, long target, long nodeCount) {
    super(message(edge, source, target, nodeCount));
    this.edge = edge;
  }

  /** The number of the edge in its source, from 0: readers of files turn it into a line. */
  public long edge() {
    return edge;
  }

  private static String message(long edge, long source, long target, long nodeCount) {
    boolean badSource = source < 0 || source >= nodeCount;
    String end = badSource ? "source" : "target";
    String allowed =
        nodeCount == 0 ? "the graph has no nodes" : "node ids are 0 to " + (nodeCount - 1);
    return "edge %d (%d → %d): %s %d is out of range; %s"
        .formatted(edge, source, target, end, badSource ? source : target, allowed);
  }
}
