package dev.atoll.train.halo.exchange;

import dev.atoll.comm.Message;
import dev.atoll.comm.Transport;
import dev.atoll.train.halo.BufferBytes;
import java.lang.foreign.MemorySegment;
import java.util.function.IntToLongFunction;

/** The messages to, or from, every rank; their memory belongs to the transport. */
final class MessageBuffers implements AutoCloseable {
  private final Message[] lent;
  private final MemorySegment[] payloads;
  private final BufferBytes count;

  MessageBuffers(Transport transport, BufferBytes count, IntToLongFunction bytes) {
    this.count = count;
    lent = new Message[transport.size()];
    payloads = new MemorySegment[lent.length];
    for (int rank = 0; rank < lent.length; rank++) {
      lent[rank] = transport.lend(bytes.applyAsLong(rank));
      payloads[rank] = lent[rank].payload();
      count.take(payloads[rank].byteSize());
    }
  }

  MemorySegment of(int rank) {
    return payloads[rank];
  }

  MemorySegment[] all() {
    return payloads;
  }

  @Override
  public void close() {
    for (Message message : lent) {
      count.giveBack(message.payload().byteSize());
      message.close();
    }
  }
}
