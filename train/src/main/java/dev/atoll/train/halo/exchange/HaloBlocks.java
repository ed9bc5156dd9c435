package dev.atoll.train.halo.exchange;

import dev.atoll.comm.Message;
import dev.atoll.comm.Service;
import dev.atoll.comm.SharedProcess;
import dev.atoll.comm.Transport;
import dev.atoll.tensor.cpu.CpuBackend;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Memory for the halo rows of a worker's layers, which owners in the same process write. The
 * messages of all owners are contiguous, so that they are read in place as one matrix.
 *
 * <p>A slot is the owner's from {@link #acquire} until the reader closes the message. An owner that
 * finds it in use, or not allocated yet, sends a message in memory of its own.
 */
final class HaloBlocks {
  private final Map<Key, Block> blocks = new ConcurrentHashMap<>();

  private record Key(int layer, int cols) {}

  /** The memory of a layer's rows, and the slot of every owner in it. */
  private record Block(MemorySegment memory, List<Slot> slots) {}

  /** The memory of an owner's rows. */
  private static final class Slot implements Message {
    private final MemorySegment payload;
    private final AtomicBoolean taken = new AtomicBoolean();

    Slot(MemorySegment payload) {
      this.payload = payload;
    }

    @Override
    public MemorySegment payload() {
      return payload;
    }

    @Override
    public long label() {
      return 0;
    }

    @Override
    public void close() {
      taken.set(false);
    }
  }

  /**
   * The memory that a worker offers to the other workers of its process; empty without a shared
   * process.
   */
  static Optional<HaloBlocks> offered(Transport transport) {
    Optional<SharedProcess> process = transport.sharedProcess().filter(SharedProcess::sharesMemory);
    return process.map(
        shared -> {
          var own = new HaloBlocks();
          shared.offer(transport.rank(), Service.HALO_ROWS.number(), own);
          return own;
        });
  }

  /** Memory of another worker, if it has offered it. */
  static Optional<HaloBlocks> of(Transport transport, int reader) {
    return transport
        .sharedProcess()
        .flatMap(process -> process.of(reader, Service.HALO_ROWS.number(), HaloBlocks.class));
  }

  /**
   * Allocates the memory of a layer's rows, the first time.
   *
   * @param bytesOf of the rows of an owner
   * @param count of the reader's memory
   */
  void prepare(int layer, int cols, int owners, IntToLongFunction bytesOf, BufferBytes count) {
    blocks.computeIfAbsent(
        new Key(layer, cols),
        _ -> {
          count.take(IntStream.range(0, owners).mapToLong(bytesOf).sum());
          return block(owners, bytesOf);
        });
  }

  /** Garbage-collected memory: it is not freed while an owner writes. */
  private static Block block(int owners, IntToLongFunction bytesOf) {
    long all = 0;
    for (int owner = 0; owner < owners; owner++) {
      all += bytesOf.applyAsLong(owner);
    }
    MemorySegment memory = CpuBackend.hostMemory(Math.max(1, all), Arena.ofAuto());
    var slots = new ArrayList<Slot>();
    long at = 0;
    for (int owner = 0; owner < owners; owner++) {
      long bytes = bytesOf.applyAsLong(owner);
      slots.add(new Slot(memory.asSlice(at, bytes)));
      at += bytes;
    }
    return new Block(memory, slots);
  }

  /** The slot of an owner's rows; null where it is in use, or not allocated. */
  Message acquire(int layer, int cols, int owner, long bytes) {
    Block block = blocks.get(new Key(layer, cols));
    if (block == null) {
      return null;
    }
    Slot slot = block.slots.get(owner);
    boolean isFree = slot.payload.byteSize() == bytes && slot.taken.compareAndSet(false, true);
    return isFree ? slot : null;
  }

  /** The messages of a layer as one segment, if they are contiguous in this memory. */
  Optional<MemorySegment> joined(int layer, int cols, List<MemorySegment> messages) {
    Block block = blocks.get(new Key(layer, cols));
    if (block == null) {
      return Optional.empty();
    }
    long first = messages.getFirst().address() - block.memory.address();
    long end = first;
    for (MemorySegment message : messages) {
      if (message.address() - block.memory.address() != end) {
        return Optional.empty();
      }
      end += message.byteSize();
    }
    boolean isInside = first >= 0 && end <= block.memory.byteSize();
    return isInside ? Optional.of(block.memory.asSlice(first, end - first)) : Optional.empty();
  }
}
