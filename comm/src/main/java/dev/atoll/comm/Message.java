package dev.atoll.comm;

import java.lang.foreign.MemorySegment;

/**
 * Memory that belongs to a transport: a message that arrived, or memory for one to be sent. {@link
 * #close()} releases the memory; it must not be touched afterwards. Closing twice is harmless.
 *
 * <pre>{@code
 * try (Message rows = transport.receive(peer, tag)) {
 *   copy(rows.payload(), into);
 * }
 * }</pre>
 */
public interface Message extends AutoCloseable {
  /** The bytes; writable, off-heap, aligned to 64 bytes, usable by every thread. */
  MemorySegment payload();

  /**
   * A number sent along with the payload, 0 unless the sender set it; not part of the counted
   * bytes.
   */
  long label();

  @Override
  void close();
}
