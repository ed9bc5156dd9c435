package dev.atoll.train.halo.exchange;

import dev.atoll.comm.Message;
import dev.atoll.comm.Service;
import dev.atoll.comm.SharedProcess;
import dev.atoll.comm.Transport;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.halo.BufferBytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Memory for the halo rows of a worker's layers, which owners in the same process write. The
 * messages of all owners lie one after the other, so that they are read as one matrix, where they
 * are.
 *
 * <p>A slot is the owner's from {@link #acquire} until the reader closes the message. An owner that
 * finds it in use, or not allocated yet, sends a message in memory of its own.
 */
final class HaloBlocks {
  private final Map<Key, Slot[]> blocks = new ConcurrentHashMap<>();

  private record Key(int layer, int cols) {}

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

  /** The memory of a worker, which others of its process see; empty where there are none. */
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
          return slots(owners, bytesOf);
        });
  }

  /** Garbage-collected memory: it is not freed while an owner writes. */
  private static Slot[] slots(int owners, IntToLongFunction bytesOf) {
    long all = 0;
    for (int owner = 0; owner < owners; owner++) {
      all += bytesOf.applyAsLong(owner);
    }
    MemorySegment memory = CpuBackend.hostMemory(Math.max(1, all), Arena.ofAuto());
    var slots = new Slot[owners];
    long at = 0;
    for (int owner = 0; owner < owners; owner++) {
      slots[owner] = new Slot(memory.asSlice(at, bytesOf.applyAsLong(owner)));
      at += slots[owner].payload.byteSize();
    }
    return slots;
  }

  /** The slot of an owner's rows; null where it is in use, or not allocated. */
  Message acquire(int layer, int cols, int owner, long bytes) {
    Slot[] slots = blocks.get(new Key(layer, cols));
    boolean free =
        slots != null
            && slots[owner].payload.byteSize() == bytes
            && slots[owner].taken.compareAndSet(false, true);
    return free ? slots[owner] : null;
  }

  /** Some messages as one, if they lie one after the other. */
  static Optional<MemorySegment> joined(MemorySegment[] messages) {
    long first = 0;
    long end = 0;
    for (MemorySegment message : messages) {
      if (message == null || message.byteSize() == 0) {
        continue;
      }
      if (end != 0 && message.address() != end) {
        return Optional.empty();
      }
      first = end == 0 ? message.address() : first;
      end = message.address() + message.byteSize();
    }
    return Optional.of(MemorySegment.ofAddress(first).reinterpret(end - first));
  }
}
