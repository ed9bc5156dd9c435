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
 * the buffers of one message fit the next. New memory is filled with zeros by one thread, which
 * costs more than the message itself. Therefore the pool holds as much memory as was ever in use at
 * a time, plus a bound, so that a loop allocates in its first rounds only. Above that, large
 * messages take larger buffers rather than new ones, and the smallest free buffer that brings the
 * pool below its bound again is left to the garbage collector. Thus a loop with messages of several
 * sizes also stops allocating.
 */
public final class MemoryPool {
  private static final long SMALLEST = 512;
  private static final long ALIGNMENT = 64;

  /** Buffers of at most this many times the size are used in any case. */
  private static final long FITTING = 2;

  /**
   * The largest ratio of a buffer to the message that takes it, for messages of {@link #LARGE}
   * bytes or more, if a new buffer would not be kept.
   */
  private static final long LOOSE = 32;

  private static final long LARGE = 1 << 20;

  private final long keptAtMost;
  private final TreeMap<Long, ArrayDeque<MemorySegment>> free = new TreeMap<>();
  private long kept;
  private long inUse;
  private long mostInUse;

  /**
   * @param keptAtMost the most bytes held in addition to the peak in use
   */
  public MemoryPool(long keptAtMost) {
    this.keptAtMost = keptAtMost;
  }

  /** Allocates memory of any content. */
  public Message allocate(long label, long bytes) {
    long size = roundUp(bytes);
    MemorySegment block = take(size);
    return new PooledMessage(
        label, bytes, block == null ? Arena.ofAuto().allocate(size, ALIGNMENT) : block);
  }

  /** Takes a pooled buffer that is not too large; null if there is none. */
  private MemorySegment take(long size) {
    synchronized (free) {
      Map.Entry<Long, ArrayDeque<MemorySegment>> fitting = free.ceilingEntry(size);
      boolean taken = fitting != null && fitting.getKey() <= mostTimes(size) * size;
      inUse += taken ? fitting.getKey() : size;
      mostInUse = Math.max(mostInUse, inUse);
      if (!taken) {
        return null;
      }
      return removeOne(fitting);
    }
  }

  private long mostTimes(long size) {
    boolean stays = kept + inUse + size <= bound();
    return size < LARGE || stays ? FITTING : LOOSE;
  }

  /** The bytes that may be pooled or in use before a buffer is dropped. */
  private long bound() {
    return keptAtMost + mostInUse;
  }

  private void release(MemorySegment block) {
    synchronized (free) {
      inUse -= block.byteSize();
      kept += block.byteSize();
      free.computeIfAbsent(block.byteSize(), _ -> new ArrayDeque<>()).push(block);
      long tooMuch = kept + inUse - bound();
      if (tooMuch > 0) {
        // The released buffer is large enough, if no smaller one is.
        removeOne(free.ceilingEntry(Math.min(tooMuch, block.byteSize())));
      }
    }
  }

  private MemorySegment removeOne(Map.Entry<Long, ArrayDeque<MemorySegment>> blocks) {
    MemorySegment block = blocks.getValue().pop();
    if (blocks.getValue().isEmpty()) {
      free.remove(blocks.getKey());
    }
    kept -= blocks.getKey();
    return block;
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
        release(mine);
      }
    }
  }
}
