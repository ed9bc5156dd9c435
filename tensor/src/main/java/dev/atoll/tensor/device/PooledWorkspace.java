package dev.atoll.tensor.device;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A workspace that reuses buffers of a device's memory for later requests.
 *
 * <p>The i-th request since the last reset first tries the buffer that the i-th request of the
 * round before had: a loop that repeats itself gets the same buffers and allocates nothing.
 * Otherwise the smallest free buffer that fits is taken, unless it is more than twice too large. A
 * loop that still needs new buffers after some rounds has sizes that vary: its buffers get spare
 * capacity.
 */
public final class PooledWorkspace implements Workspace {
  /** Rounds after which a loop that repeats itself has all it needs. */
  private static final int SETTLED = 4;

  /** Buffer sizes are multiples of this. */
  private static final long CACHE_LINE = 64;

  /** The source of new buffers. */
  public interface Allocator extends AutoCloseable {
    /** A buffer that begins at a multiple of 64 bytes. */
    MemorySegment allocate(long bytes);

    /** Takes back all buffers. */
    @Override
    void close();
  }

  private final Device device;
  private final Allocator blocks;

  /** Free buffers, by size. */
  private final List<MemorySegment> free = new ArrayList<>();

  /** Buffers in use, by address. */
  private final Map<Long, Loan> lent = new HashMap<>();

  /** A buffer and the bytes of elements it was asked for. */
  private record Loan(MemorySegment block, long elementBytes) {}

  private List<MemorySegment> round = new ArrayList<>();
  private List<MemorySegment> lastRound = new ArrayList<>();
  private int rounds;
  private long heldBytes;
  private long lentBytes;
  private long neededBytes;

  public PooledWorkspace(Device device, Allocator blocks) {
    this.device = device;
    this.blocks = blocks;
  }

  @Override
  public Matrix matrix(int rows, int cols, DType type) {
    long bytes = Matrix.bytesFor(rows, cols, type);
    return new Matrix(
        device,
        rows,
        cols,
        Matrix.strideFor(cols),
        type,
        allocate(bytes, (long) rows * cols * type.bytes()));
  }

  @Override
  public Buffer buffer(DType type, long length) {
    return new Buffer(device, type, length, allocate(length * type.bytes(), length * type.bytes()));
  }

  @Override
  public void release(Matrix matrix) {
    if (matrix.data().byteSize() == 0) {
      return;
    }
    Loan loan = lent.remove(matrix.data().address());
    if (loan == null) {
      throw new IllegalArgumentException(
          "matrix " + matrix + " does not belong to this workspace, or was released before");
    }
    addFree(loan.block);
    lentBytes -= loan.elementBytes;
  }

  @Override
  public void reset() {
    lent.values().forEach(loan -> addFree(loan.block));
    lent.clear();
    lentBytes = 0;
    rounds++;
    var previous = lastRound;
    lastRound = round;
    round = previous;
    round.clear();
  }

  @Override
  public long heldBytes() {
    return heldBytes;
  }

  @Override
  public long neededBytes() {
    return neededBytes;
  }

  @Override
  public void close() {
    free.clear();
    lent.clear();
    blocks.close();
  }

  private MemorySegment allocate(long bytes, long elementBytes) {
    if (bytes == 0) {
      return MemorySegment.NULL;
    }
    long wanted = Math.ceilDiv(bytes, CACHE_LINE) * CACHE_LINE;
    MemorySegment block = takeFree(wanted);
    if (block == null) {
      long taken = rounds < SETTLED ? wanted : wanted + wanted / 4;
      block = blocks.allocate(taken);
      heldBytes += taken;
    }
    round.add(block);
    lent.put(block.address(), new Loan(block, elementBytes));
    lentBytes += elementBytes;
    neededBytes = Math.max(neededBytes, lentBytes);
    return block.asSlice(0, bytes);
  }

  private MemorySegment takeFree(long wanted) {
    if (round.size() < lastRound.size()) {
      MemorySegment same = lastRound.get(round.size());
      int at = fits(same, wanted) ? place(same.byteSize(), same.address()) : -1;
      if (at >= 0) {
        return free.remove(at);
      }
    }
    int at = -place(wanted, 0) - 1;
    return at < free.size() && fits(free.get(at), wanted) ? free.remove(at) : null;
  }

  private static boolean fits(MemorySegment block, long wanted) {
    return block.byteSize() >= wanted && block.byteSize() / 2 <= wanted;
  }

  private void addFree(MemorySegment block) {
    free.add(-place(block.byteSize(), block.address()) - 1, block);
  }

  /**
   * The index of the buffer of this size and address in the free list, or −(insertion index) − 1.
   */
  private int place(long bytes, long address) {
    int low = 0;
    int high = free.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      MemorySegment block = free.get(middle);
      int order = Long.compare(block.byteSize(), bytes);
      order = order != 0 ? order : Long.compare(block.address(), address);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return -low - 1;
  }
}
