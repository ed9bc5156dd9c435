package dev.atoll.cuda.driver;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.MemorySegment;

/**
 * Copies between host and device through pinned chunks, which the GPU reads and writes by itself.
 * Uploads return when the host's elements are in a chunk; a chunk is used again when the GPU has
 * read it.
 */
public final class Staging implements AutoCloseable {
  private static final int CHUNKS = 4;
  private static final long CHUNK_BYTES = 8 << 20;

  private final Stream stream;
  private final Opened opened = new Opened();
  private final MemorySegment[] chunks = new MemorySegment[CHUNKS];
  private final MemorySegment[] taken = new MemorySegment[CHUNKS];
  private int next;

  public Staging(Gpu gpu, Stream stream) {
    this.stream = stream;
    try {
      for (int i = 0; i < CHUNKS; i++) {
        chunks[i] = opened.add(allocate(gpu), chunk -> free(gpu, chunk));
        taken[i] = opened.add(stream.newEvent(), stream::close);
      }
    } catch (RuntimeException | Error e) {
      throw opened.closeAfter(e);
    }
  }

  private static MemorySegment allocate(Gpu gpu) {
    gpu.makeCurrent();
    Driver driver = gpu.driver();
    return driver.handle(driver.allocateHost, CHUNK_BYTES, 0).reinterpret(CHUNK_BYTES);
  }

  private static void free(Gpu gpu, MemorySegment chunk) {
    gpu.makeCurrent();
    gpu.driver().call(gpu.driver().freeHost, chunk);
  }

  public synchronized void upload(MemorySegment elements, Buffer into) {
    upload(elements, into.data().address(), into.bytes());
  }

  public synchronized void upload(MemorySegment packed, Matrix into) {
    if (isPacked(into)) {
      upload(packed, into.data().address(), into.packedBytes());
      return;
    }
    long rowBytes = (long) into.cols() * into.type().bytes();
    forRows(
        into,
        (rows, from) -> {
          MemorySegment chunk = freeChunk();
          MemorySegment.copy(packed, from * rowBytes, chunk, 0, rows.packedBytes());
          stream.rowsToDevice(chunk, rows);
          passOn();
        });
  }

  public synchronized void download(Buffer from, MemorySegment elements) {
    download(from.data().address(), elements, from.bytes());
  }

  public synchronized void download(Matrix from, MemorySegment packed) {
    if (isPacked(from)) {
      download(from.data().address(), packed, from.packedBytes());
      return;
    }
    long rowBytes = (long) from.cols() * from.type().bytes();
    forRows(
        from,
        (rows, first) -> {
          MemorySegment chunk = freeChunk();
          stream.rowsToHost(rows, chunk);
          stream.synchronize();
          MemorySegment.copy(chunk, 0, packed, first * rowBytes, rows.packedBytes());
        });
  }

  private void upload(MemorySegment elements, long to, long bytes) {
    for (long at = 0; at < bytes; at += CHUNK_BYTES) {
      long length = Math.min(CHUNK_BYTES, bytes - at);
      MemorySegment chunk = freeChunk();
      MemorySegment.copy(elements, at, chunk, 0, length);
      stream.toDevice(chunk, to + at, length);
      passOn();
    }
  }

  private void download(long from, MemorySegment elements, long bytes) {
    for (long at = 0; at < bytes; at += CHUNK_BYTES) {
      long length = Math.min(CHUNK_BYTES, bytes - at);
      MemorySegment chunk = freeChunk();
      stream.toHost(from + at, chunk, length);
      stream.synchronize();
      MemorySegment.copy(chunk, 0, elements, at, length);
    }
  }

  /** A range of rows of a matrix, given the index of the first. */
  @FunctionalInterface
  private interface Rows {
    void accept(Matrix rows, long first);
  }

  private static void forRows(Matrix matrix, Rows body) {
    if (matrix.rows() == 0 || matrix.cols() == 0) {
      return;
    }
    long rowBytes = (long) matrix.cols() * matrix.type().bytes();
    int step = Math.clamp(CHUNK_BYTES / rowBytes, 1, matrix.rows());
    for (int row = 0; row < matrix.rows(); row += step) {
      body.accept(matrix.rowsView(row, Math.min(matrix.rows(), row + step)), row);
    }
  }

  private static boolean isPacked(Matrix matrix) {
    return matrix.stride() == matrix.cols() || matrix.rows() == 1;
  }

  private MemorySegment freeChunk() {
    stream.await(taken[next]);
    return chunks[next];
  }

  /** The chunk is the GPU's until all work so far is done. */
  private void passOn() {
    stream.record(taken[next]);
    next = (next + 1) % CHUNKS;
  }

  @Override
  public void close() {
    opened.close();
  }
}
