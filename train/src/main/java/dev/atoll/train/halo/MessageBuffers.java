package dev.atoll.train.halo;

import dev.atoll.comm.Message;
import dev.atoll.comm.Transport;
import java.lang.foreign.MemorySegment;
import java.util.function.IntToLongFunction;

/** Memory for what goes to, or comes from, every rank; lent by the transport, used again. */
final class MessageBuffers implements AutoCloseable {
  private final Message[] lent;
  private final MemorySegment[] rooms;
  private final BufferBytes count;

  MessageBuffers(Transport transport, BufferBytes count, IntToLongFunction bytes) {
    this.count = count;
    lent = new Message[transport.size()];
    rooms = new MemorySegment[lent.length];
    for (int rank = 0; rank < lent.length; rank++) {
      lent[rank] = transport.lend(bytes.applyAsLong(rank));
      rooms[rank] = lent[rank].payload();
      count.take(rooms[rank].byteSize());
    }
  }

  MemorySegment of(int rank) {
    return rooms[rank];
  }

  MemorySegment[] all() {
    return rooms;
  }

  @Override
  public void close() {
    for (Message message : lent) {
      count.giveBack(message.payload().byteSize());
      message.close();
    }
  }
}
