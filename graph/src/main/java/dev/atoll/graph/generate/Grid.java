package dev.atoll.graph.generate;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.csr.EdgeSource;
import dev.atoll.graph.csr.EdgeSource.EdgeSink;

/**
 * A rectangle of nodes, each joined to those above, below, left and right of it; a torus joins
 * opposite borders as well. Node {@code row · columns + column}. The class of a node is its band of
 * rows.
 */
public record Grid(
    String name,
    long rows,
    long columns,
    boolean torus,
    Planting planting,
    SplitCounts split,
    long seed)
    implements SyntheticGraph {
  public Grid {
    if (rows < 0 || columns < 0) {
      throw new IllegalArgumentException(
          "rows and columns must be at least 0, not %d and %d".formatted(rows, columns));
    }
    Math.multiplyExact(rows, columns);
  }

  /** Borders of a torus that is one or two wide give loops and repeats, which are dropped. */
  @Override
  public CsrOptions options() {
    return CsrOptions.simple(false);
  }

  @Override
  public EdgeSource edges() {
    return new NumberedEdges(rows * columns, rows * columns, this::edgesOf);
  }

  private void edgesOf(long node, EdgeSink sink) {
    long row = node / columns;
    long column = node % columns;
    if (torus || column + 1 < columns) {
      sink.accept(node, row * columns + (column + 1) % columns);
    }
    if (torus || row + 1 < rows) {
      sink.accept(node, (row + 1) % rows * columns + column);
    }
  }

  @Override
  public NodeData nodeData() {
    RandomKey key = RandomKey.ofSeed(seed).child("grid");
    return PlantedClasses.of(
        rows * columns,
        planting,
        node -> (int) (node / columns * planting.classes() / rows),
        split,
        key);
  }
}
