package dev.atoll.train.halo.exchange;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Op;
import dev.atoll.train.halo.Direction;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.halo.PeerRows;
import dev.atoll.train.store.HostRows;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/**
 * The rows of an epoch: the halo behind the own rows (the shape), and the rows of it that are sent
 * (the message); other rows stay stale.
 */
final class EpochRoute {
  private final Backend backend;
  private final Workspace buffers;
  private final boolean whole;
  private final PeerRows everyRow;
  private final Buffer[] gathered;
  private final Buffer[] scattered;
  private HaloPlan shape;
  private HaloPlan message;
  private int epoch;

  /**
   * @param whole whether all rows of an owner are sent, needed or not
   */
  EpochRoute(HaloPlan plan, int rank, boolean whole, Backend backend) {
    this.backend = backend;
    this.buffers = backend.newWorkspace();
    this.whole = whole;
    int ownRows = plan.boundary(rank).ownerRows();
    this.everyRow = PeerRows.of(IntStream.range(0, whole ? ownRows : 0).toArray(), ownRows);
    this.gathered = new Buffer[plan.workers()];
    this.scattered = new Buffer[plan.workers()];
    begin(0, plan, plan);
  }

  void begin(int newEpoch, HaloPlan rows, HaloPlan sent) {
    epoch = newEpoch;
    if (rows == shape && sent == message) {
      return;
    }
    shape = rows;
    message = sent;
    buffers.reset();
    for (int peer = 0; peer < gathered.length; peer++) {
      gathered[peer] = upload(message.boundary(peer));
      scattered[peer] = isPart() ? upload(shape.boundary(peer)) : gathered[peer];
    }
  }

  private Buffer upload(PeerRows rows) {
    Buffer buffer = buffers.buffer(DType.I32, rows.count());
    backend.upload(rows.asMemory(), buffer);
    return buffer;
  }

  int epoch() {
    return epoch;
  }

  boolean isWhole() {
    return whole;
  }

  /** Whether some rows of the shape are not sent. */
  boolean isPart() {
    return shape != message;
  }

  int haloCount() {
    return shape.haloCount();
  }

  /** The halo rows of an owner, of a matrix with all halo rows. */
  Matrix haloOf(int owner, Matrix halo) {
    int first = shape.haloStart(owner);
    return halo.rowsView(first, first + shape.haloCount(owner));
  }

  /**
   * The own rows that a peer is sent.
   *
   * @param buffer of {@link #maxBoundary} rows
   */
  Matrix boundary(Op.Scratch s, Matrix own, int peer, Matrix buffer) {
    Matrix rows = buffer.rowsView(0, message.boundaryCount(peer));
    s.kernels().gather(own, gathered[peer], rows);
    return rows;
  }

  /** The most own rows that any peer reads. */
  int maxBoundary() {
    int most = 0;
    for (int peer = 0; peer < shape.workers(); peer++) {
      most = Math.max(most, shape.boundaryCount(peer));
    }
    return most;
  }

  /** Packs them into a message; false where a message is no memory of the device. */
  boolean pack(Op.Scratch s, Matrix own, int peer, MemorySegment into) {
    if (!isDeviceMemory()) {
      return false;
    }
    s.kernels().gather(own, gathered[peer], view(into, message.boundaryCount(peer), own.cols()));
    return true;
  }

  /**
   * Computes the gradients of an owner's halo rows into a message; false where a message is no
   * memory of the device.
   *
   * @param edges halo × targets
   */
  boolean packProduct(Op.Scratch s, Csr edges, Matrix gradOut, int owner, MemorySegment into) {
    if (!isDeviceMemory()) {
      return false;
    }
    int first = shape.haloStart(owner);
    int count = shape.haloCount(owner);
    s.kernels()
        .spmm(edges.rowsView(first, first + count), gradOut, 0, view(into, count, gradOut.cols()));
    return true;
  }

  /** Rows of a message on the device, until {@link #release}. */
  Matrix received(Op.Scratch s, MemorySegment packed, int rows, int cols) {
    if (isDeviceMemory()) {
      return view(packed, rows, cols);
    }
    Matrix copy = s.workspace().matrix(rows, cols);
    backend.upload(packed, copy);
    return copy;
  }

  void release(Op.Scratch s, Matrix received, MemorySegment packed) {
    if (received.data().address() != packed.address()) {
      s.workspace().release(received);
    }
  }

  /** Whether kernels work on messages, whose rows have no padding. */
  boolean isDeviceMemory() {
    return HostRows.areOf(backend);
  }

  private Matrix view(MemorySegment packed, int rows, int cols) {
    return new Matrix(backend.device(), rows, cols, cols, DType.F32, packed);
  }

  /** The own rows that a peer has gradients for, on the device. */
  Buffer scattered(int peer) {
    return scattered[peer];
  }

  PeerRows rowsSent(Direction direction, int peer) {
    if (direction == Direction.BACKWARD) {
      return message.halo(peer);
    }
    return whole ? everyRow : message.boundary(peer);
  }

  PeerRows rowsReceived(Direction direction, int peer) {
    return direction == Direction.FORWARD ? message.halo(peer) : message.boundary(peer);
  }

  /**
   * The number of rows sent to a peer: embeddings that it reads, or gradients of rows that it owns.
   */
  int sentRows(Direction direction, int peer) {
    return direction == Direction.FORWARD ? message.boundaryCount(peer) : message.haloCount(peer);
  }

  int shapeRows(Direction direction, int peer) {
    return direction == Direction.FORWARD ? shape.haloCount(peer) : shape.boundaryCount(peer);
  }

  long heldBytes() {
    return buffers.heldBytes();
  }

  void close() {
    buffers.close();
  }
}
