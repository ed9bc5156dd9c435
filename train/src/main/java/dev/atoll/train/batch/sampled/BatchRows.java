package dev.atoll.train.batch.sampled;

import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.train.store.NonZeroRows;
import dev.atoll.train.store.RowSink;
import java.util.List;

/**
 * The feature rows of a batch under construction, fetched all at once or piece by piece. A batch
 * has dense rows, or the non-zeros of sparse rows.
 */
sealed interface BatchRows {
  /** Begins another batch. */
  void begin();

  /** The destination of all rows of a batch that is fetched at once. */
  RowSink all(int count);

  /** The destination of a piece's rows: their final place, or separate memory. */
  RowSink piece(NewNodes nodes);

  /** Joins the pieces to the rows of a batch. */
  void settle(List<NewNodes> pieces, int count);

  /** A matrix that has, beside the features, columns that are left to others. */
  final class Dense implements BatchRows {
    private final Workspace memory;
    private final int width;
    private final int widthBeside;
    private Matrix buffer;
    private int bufferRows;
    private Matrix rows;

    Dense(Workspace memory, int width, int widthBeside) {
      this.memory = memory;
      this.width = width;
      this.widthBeside = widthBeside;
    }

    Matrix rows() {
      return rows;
    }

    @Override
    public void begin() {
      buffer = null;
    }

    @Override
    public RowSink all(int count) {
      rows = memory.matrix(count, width + widthBeside);
      return new RowSink.Dense(rows.columnsView(0, width));
    }

    @Override
    public synchronized RowSink piece(NewNodes nodes) {
      if (buffer == null) {
        buffer = memory.matrix(bufferRows, width + widthBeside);
      }
      return new RowSink.Dense(
          nodes.end() <= bufferRows
              ? buffer.rowsView(nodes.first(), nodes.end()).columnsView(0, width)
              : nodes.aside(memory.matrix(nodes.count(), width)));
    }

    @Override
    public void settle(List<NewNodes> pieces, int count) {
      rows =
          count <= bufferRows
              ? buffer.rowsView(0, count)
              : memory.matrix(count, width + widthBeside);
      pieces.forEach(nodes -> nodes.settle(buffer, rows));
      bufferRows = Math.max(bufferRows, count + count / 8);
    }
  }

  /** Lists of non-zeros, one for every piece. */
  final class Sparse implements BatchRows {
    private final NonZeroRows whole = new NonZeroRows();
    private List<NonZeroRows> rows = List.of();

    /** The rows of the batch, one list after the other. */
    List<NonZeroRows> rows() {
      return rows;
    }

    @Override
    public void begin() {
      rows = List.of();
    }

    @Override
    public RowSink all(int count) {
      whole.reset(count);
      rows = List.of(whole);
      return whole;
    }

    @Override
    public RowSink piece(NewNodes nodes) {
      nodes.nonZeros().reset(nodes.count());
      return nodes.nonZeros();
    }

    @Override
    public void settle(List<NewNodes> pieces, int count) {
      rows = pieces.stream().map(NewNodes::nonZeros).toList();
    }
  }
}
