package dev.atoll.train.inference.output;

import dev.atoll.files.DiskSpace;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.store.DenseStoredRows;
import dev.atoll.train.store.HostRows;
import dev.atoll.train.store.OwnedRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The rows of some core nodes between two layers: in host memory, or in a temporary file where they
 * are large. The file is gone when the table is closed, and when the process ends.
 */
final class RowTable implements AutoCloseable {
  private final Arena memory = Arena.ofShared();
  private final Matrix rows;
  private final int[] placeOf;

  /**
   * @param nodes the core rows that have a row here, in the order of their rows
   * @param core all core rows
   * @param mostBytes in memory
   */
  RowTable(int[] nodes, int core, int width, long mostBytes) {
    try {
      long bytes = Matrix.bytesFor(nodes.length, width, DType.F32);
      this.rows =
          bytes <= mostBytes
              ? OwnedRows.matrix(nodes.length, width, memory)
              : new Matrix(
                  Device.CPU,
                  nodes.length,
                  width,
                  Matrix.strideFor(width),
                  DType.F32,
                  file(Path.of(System.getProperty("java.io.tmpdir")), bytes, memory));
      this.placeOf = new int[core];
      for (int place = 0; place < nodes.length; place++) {
        placeOf[nodes[place]] = place;
      }
    } catch (RuntimeException | Error e) {
      memory.close();
      throw e;
    }
  }

  /** A mapped file without a name, whose disk space is reserved. */
  static MemorySegment file(Path folder, long bytes, Arena memory) {
    try {
      Path file = Files.createTempFile(folder, "atoll-", ".rows");
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        DiskSpace.reserve(file, bytes);
        return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, memory);
      } finally {
        Files.delete(file); // the mapping stays
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write %d bytes of a layer's rows to a temporary file in %s (%s); choose another folder with -Djava.io.tmpdir=DIR"
              .formatted(bytes, folder, e.getMessage()),
          e);
    }
  }

  /** Takes rows from a device. */
  void put(int first, Matrix from, Backend backend) {
    HostRows.download(backend, from, rows.rowsView(first, first + from.rows()));
  }

  /** The rows by core row; only rows of the table's own nodes may be requested. */
  DenseStoredRows stored() {
    return new DenseStoredRows(rows, placeOf.length, row -> placeOf[row]);
  }

  long heldBytes() {
    return stored().heldBytes() + (long) placeOf.length * Integer.BYTES;
  }

  @Override
  public void close() {
    memory.close();
  }
}
