package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/** Matrices in host memory, to and from rows without padding and to and from devices. */
public final class HostRows {
  private HostRows() {}

  /** Whether a backend's matrices are in host memory. */
  public static boolean areOf(Backend backend) {
    return backend.device().kind() == Device.Kind.CPU;
  }

  /** Fills a matrix by code that writes host memory. */
  public static void fill(Backend backend, Matrix into, Consumer<Matrix> filler) {
    if (areOf(backend)) {
      filler.accept(into);
      return;
    }
    try (Arena passing = Arena.ofShared()) {
      Matrix host = OwnedRows.matrix(into.rows(), into.cols(), passing);
      filler.accept(host);
      upload(backend, host, into);
    }
  }

  /** Copies a matrix of the host to one of a device. */
  public static void upload(Backend backend, Matrix host, Matrix into) {
    if (areAlike(host, into)) {
      backend.upload(withPadding(host).data(), withPadding(into));
    } else {
      try (Arena passing = Arena.ofConfined()) {
        backend.upload(pack(host, passing), into);
      }
    }
  }

  /** Copies a matrix of a device to one of the host. */
  public static void download(Backend backend, Matrix from, Matrix host) {
    if (areAlike(host, from)) {
      backend.download(withPadding(from), withPadding(host).data());
    } else {
      try (Arena passing = Arena.ofConfined()) {
        MemorySegment packed = passing.allocate(JAVA_FLOAT, (long) from.rows() * from.cols());
        backend.download(from, packed);
        unpack(packed, host);
      }
    }
  }

  /** Whether two matrices have the same layout, padding included, without gaps between rows. */
  private static boolean areAlike(Matrix a, Matrix b) {
    long bytes = a.rows() * a.rowBytes();
    return a.stride() == b.stride()
        && a.type() == b.type()
        && a.isWhole()
        && b.isWhole()
        && a.data().byteSize() >= bytes
        && b.data().byteSize() >= bytes;
  }

  private static Matrix withPadding(Matrix m) {
    MemorySegment elements = m.data().asSlice(0, m.rows() * m.rowBytes());
    return new Matrix(m.device(), m.rows(), m.stride(), m.stride(), m.type(), elements);
  }

  /** The rows one after the other. */
  public static MemorySegment pack(Matrix rows, Arena memory) {
    MemorySegment packed = memory.allocate(JAVA_FLOAT, (long) rows.rows() * rows.cols());
    long bytes = (long) rows.cols() * Float.BYTES;
    for (int r = 0; r < rows.rows(); r++) {
      MemorySegment.copy(rows.data(), r * rows.rowBytes(), packed, r * bytes, bytes);
    }
    return packed;
  }

  /** Fills a matrix from rows one after the other. */
  public static void unpack(MemorySegment packed, Matrix into) {
    long bytes = (long) into.cols() * Float.BYTES;
    for (int r = 0; r < into.rows(); r++) {
      MemorySegment.copy(packed, r * bytes, into.data(), r * into.rowBytes(), bytes);
    }
  }
}
