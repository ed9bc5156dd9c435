package dev.atoll.tensor;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

/**
 * A sparse matrix on one device, by rows: row {@code v} holds the edges {@code rowStart[v] …
 * rowStart[v+1]−1}, each with a column and a value
 *
 * <pre>  value(e) = rowScale[row(e)] · weight[e] · columnScale[column[e]]</pre>
 *
 * where an absent factor (null) is one. The mean over neighbours is a row scale, GCN's symmetric
 * normalisation a row and a column scale: neither needs a weight per edge, and the transpose of a
 * symmetric pattern shares its arrays.
 *
 * @param rowStart {@code rows + 1} offsets, {@link DType#I64}
 * @param column {@code nonZeros} columns, {@link DType#I32}
 * @param weight {@code nonZeros} factors, {@link DType#F32}, or null
 * @param rowScale {@code rows} factors, {@link DType#F32}, or null
 * @param columnScale {@code cols} factors, {@link DType#F32}, or null
 */
public record Csr(
    int rows,
    int cols,
    long nonZeros,
    Buffer rowStart,
    Buffer column,
    Buffer weight,
    Buffer rowScale,
    Buffer columnScale) {
  public Csr {
    expect("rowStart", rowStart, DType.I64, rows + 1L);
    expect("column", column, DType.I32, nonZeros);
    expectOrAbsent("weight", weight, nonZeros);
    expectOrAbsent("rowScale", rowScale, rows);
    expectOrAbsent("columnScale", columnScale, cols);
  }

  /** A pattern: a sparse matrix whose entries are all 1. */
  public static Csr pattern(int rows, int cols, long nonZeros, Buffer rowStart, Buffer column) {
    return new Csr(rows, cols, nonZeros, rowStart, column, null, null, null);
  }

  public Csr withWeight(Buffer newWeight) {
    return new Csr(rows, cols, nonZeros, rowStart, column, newWeight, rowScale, columnScale);
  }

  public Csr withScales(Buffer newRowScale, Buffer newColumnScale) {
    return new Csr(rows, cols, nonZeros, rowStart, column, weight, newRowScale, newColumnScale);
  }

  /**
   * The transpose, whose edges are in the given buffers. It has the scales of this matrix,
   * exchanged.
   */
  public Csr transposed(Buffer newRowStart, Buffer newColumn, Buffer newWeight) {
    return new Csr(cols, rows, nonZeros, newRowStart, newColumn, newWeight, columnScale, rowScale);
  }

  /**
   * Rows {@code [from, to)} of a matrix in host memory. They share its edges: the first of a row
   * need not be the first of all.
   */
  public Csr rowsView(int from, int to) {
    if (device().kind() != Device.Kind.CPU) {
      throw new IllegalStateException("rows of a matrix on " + device() + ": expected the host");
    }
    return new Csr(
        to - from,
        cols,
        edge(to) - edge(from),
        rowStart.view(from, to + 1L),
        column,
        weight,
        rowScale == null ? null : rowScale.view(from, to),
        columnScale);
  }

  private long edge(int row) {
    return rowStart.data().getAtIndex(JAVA_LONG, row);
  }

  public Device device() {
    return rowStart.device();
  }

  private static void expectOrAbsent(String name, Buffer buffer, long length) {
    if (buffer != null) {
      expect(name, buffer, DType.F32, length);
    }
  }

  private static void expect(String name, Buffer buffer, DType type, long length) {
    if (buffer.type() != type || buffer.length() < length) {
      throw new IllegalArgumentException(
          "%s: expected %d elements of %s, got %d of %s"
              .formatted(name, length, type, buffer.length(), buffer.type()));
    }
  }
}
