package dev.atoll.comm.mail;

import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import java.lang.foreign.MemorySegment;

/**
 * Receiver memory for a message that has not arrived yet. A transport fills it directly if it can,
 * so that the payload need not be copied. Guarded by the lock of its {@link Mailbox}.
 */
final class ReceiveSlot implements Message {
  private final Mailbox box;
  private final MessageTag tag;
  private final long label;
  private final MemorySegment into;

  /** A transport writes to the memory at the moment. */
  boolean filling;

  /** The message has come. */
  boolean done;

  /** A thread waits for the message, or for the transport to leave the memory. */
  boolean awaited;

  /** The message that came, unless its payload is in place. */
  Message message;

  ReceiveSlot(Mailbox box, MessageTag tag, long label, MemorySegment into) {
    this.box = box;
    this.tag = tag;
    this.label = label;
    this.into = into;
  }

  MessageTag tag() {
    return tag;
  }

  boolean fits(long foundLabel, long bytes) {
    return !filling && label == foundLabel && into.byteSize() == bytes && Inbox.isOpenToAll(into);
  }

  @Override
  public MemorySegment payload() {
    return into;
  }

  @Override
  public long label() {
    return label;
  }

  /** The transport leaves the memory before it was full. */
  @Override
  public void close() {
    box.leave(this);
  }
}
