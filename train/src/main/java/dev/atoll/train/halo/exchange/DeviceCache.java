package dev.atoll.train.halo.exchange;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.train.halo.PeerRows;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;

/**
 * The stale rows of a channel on a device with memory of its own, by peer: a peer that does not
 * send costs no copy from the host, one that sends costs the copy of its fresh rows.
 */
final class DeviceCache {
  private final Backend backend;
  private final Workspace memory;
  private final Matrix[] rows;

  /**
   * @param memory keeps the rows until it is closed
   */
  DeviceCache(Backend backend, Workspace memory, int workers) {
    this.backend = backend;
    this.memory = memory;
    this.rows = new Matrix[workers];
  }

  /** The rows of a peer, of unspecified content at first. */
  Matrix of(int peer, int count, int cols) {
    if (rows[peer] == null) {
      rows[peer] = memory.matrix(count, cols);
    }
    return rows[peer];
  }

  /** The rows of a peer; null if none are stored. */
  Matrix find(int peer) {
    return rows[peer];
  }

  /** Replaces all rows by packed ones of the host. */
  void replace(Matrix stale, MemorySegment packed) {
    backend.upload(packed, stale);
  }

  /** Makes all rows zero. */
  void clear(Matrix stale) {
    backend.kernels().fill(0, stale);
  }

  /**
   * Replaces the rows that have arrived; other rows stay.
   *
   * @param packed the fresh rows, one after the other
   * @param fresh their indices
   * @param spare host memory for a number per row
   */
  void replaceSome(Matrix stale, MemorySegment packed, PeerRows fresh, MemorySegment spare) {
    int all = stale.rows();
    Matrix both = memory.matrix(all + fresh.count(), stale.cols());
    backend.kernels().copy(stale, both.rowsView(0, all));
    backend.upload(packed, both.rowsView(all, both.rows()));
    Matrix numbers = memory.matrix(all, 1, DType.I32);
    var sources = new Buffer(numbers.device(), DType.I32, all, numbers.data());
    backend.upload(sources(all, fresh, spare), sources);
    backend.kernels().gather(both, sources, stale);
    memory.release(numbers);
    memory.release(both);
  }

  /** The source of every row: its own index, or the index of its fresh copy behind all rows. */
  private static MemorySegment sources(int all, PeerRows fresh, MemorySegment into) {
    for (int row = 0; row < all; row++) {
      into.set(JAVA_INT_UNALIGNED, (long) row * Integer.BYTES, row);
    }
    for (int i = 0; i < fresh.count(); i++) {
      into.set(JAVA_INT_UNALIGNED, (long) fresh.place(i) * Integer.BYTES, all + i);
    }
    return into;
  }

  /** Bytes of the rows, padding left out. */
  long bytes() {
    return Arrays.stream(rows)
        .filter(Objects::nonNull)
        .mapToLong(kept -> (long) kept.rows() * kept.cols() * kept.type().bytes())
        .sum();
  }
}
