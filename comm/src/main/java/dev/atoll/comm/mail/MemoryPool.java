package dev.atoll.comm.mail;

import dev.atoll.comm.Message;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A pool of off-heap memory for messages. Sizes are rounded up to four steps per doubling, so that
 * the blocks of one message fit the next. New memory is filled with zeros, which costs as much as a
 * copy: as much as was ever lent at a time is kept, so that a loop takes new blocks in its first
 * rounds only; blocks above that and above the bound are left to the garbage collector.
 */
public final class MemoryPool {
  private static final long SMALLEST = 512;
  private static final long ALIGNMENT = 64;

  private final long keptAtMost;
  private final TreeMap<Long, ArrayDeque<MemorySegment>> free = new TreeMap<>();
  private long kept;
  private long lent;
  private long mostLent;

  public MemoryPool(long keptAtMost) {
    this.keptAtMost = keptAtMost;
  }

  /** Memory of that many bytes, of any content. */
  public Message lend(long label, long bytes) {
    long size = roundUp(bytes);
    MemorySegment block = take(size);
    return new PooledMessage(
        label, bytes, block == null ? Arena.ofAuto().allocate(size, ALIGNMENT) : block);
  }

  /** A kept block of at most twice the size; null if there is none. */
  private MemorySegment take(long size) {
    synchronized (free) {
      Map.Entry<Long, ArrayDeque<MemorySegment>> fitting = free.ceilingEntry(size);
      long taken = fitting != null && fitting.getKey() <= 2 * size ? fitting.getKey() : size;
      lent += taken;
      mostLent = Math.max(mostLent, lent);
      if (taken == size && (fitting == null || fitting.getKey() != size)) {
        return null;
      }
      MemorySegment block = fitting.getValue().pop();
      if (fitting.getValue().isEmpty()) {
        free.remove(taken);
      }
      kept -= taken;
      return block;
    }
  }

  private void giveBack(MemorySegment block) {
    long size = block.byteSize();
    synchronized (free) {
      lent -= size;
      if (kept + size <= Math.max(keptAtMost, mostLent - lent)) {
        kept += size;
        free.computeIfAbsent(size, s -> new ArrayDeque<>()).push(block);
      }
    }
  }

  static long roundUp(long bytes) {
    if (bytes <= SMALLEST) {
      return SMALLEST;
    }
    long step = Long.highestOneBit(bytes - 1) / 4;
    return (bytes + step - 1) / step * step;
  }

  private final class PooledMessage implements Message {
    private final long label;
    private final MemorySegment payload;
    private final AtomicReference<MemorySegment> block;

    PooledMessage(long label, long bytes, MemorySegment block) {
      this.label = label;
      this.payload = block.asSlice(0, bytes);
      this.block = new AtomicReference<>(block);
    }

    @Override
    public MemorySegment payload() {
      if (block.get() == null) {
        throw new IllegalStateException(
            "this message was closed: its memory must not be used any more");
      }
      return payload;
    }

    @Override
    public long label() {
      return label;
    }

    @Override
    public void close() {
      MemorySegment mine = block.getAndSet(null);
      if (mine != null) {
        giveBack(mine);
      }
    }
  }
}
