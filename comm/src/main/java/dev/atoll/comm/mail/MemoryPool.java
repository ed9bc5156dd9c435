package dev.atoll.comm.mail;

import dev.atoll.comm.Message;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A pool of off-heap memory for messages. Sizes are rounded up to four steps per doubling, so that
 * the blocks of one message fit the next; blocks above the bound of what is kept are left to the
 * garbage collector.
 */
public final class MemoryPool {
  private static final long SMALLEST = 512;
  private static final long ALIGNMENT = 64;

  private final long keptAtMost;
  private final Map<Long, ArrayDeque<MemorySegment>> free = new HashMap<>();
  private long kept;

  public MemoryPool(long keptAtMost) {
    this.keptAtMost = keptAtMost;
  }

  /** Memory of that many bytes, of any content. */
  public Message lend(long label, long bytes) {
    return new PooledMessage(label, bytes, take(roundUp(bytes)));
  }

  private MemorySegment take(long size) {
    synchronized (free) {
      ArrayDeque<MemorySegment> blocks = free.get(size);
      if (blocks != null && !blocks.isEmpty()) {
        kept -= size;
        return blocks.pop();
      }
    }
    return Arena.ofAuto().allocate(size, ALIGNMENT);
  }

  private void giveBack(MemorySegment block) {
    long size = block.byteSize();
    synchronized (free) {
      if (kept + size <= keptAtMost) {
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
