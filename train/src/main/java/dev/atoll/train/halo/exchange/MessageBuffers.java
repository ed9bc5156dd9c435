package dev.atoll.train.halo.exchange;

import dev.atoll.comm.CollectiveFuture;
import dev.atoll.comm.Communicator;
import dev.atoll.comm.Message;
import dev.atoll.comm.Purpose;
import dev.atoll.train.halo.BufferBytes;
import java.lang.foreign.MemorySegment;
import java.util.function.IntToLongFunction;

/**
 * The messages of a transfer, to and from every rank; their memory belongs to the transport.
 * Messages to others are handed over with their memory.
 */
final class MessageBuffers implements AutoCloseable {
  private final Communicator carrier;
  private final BufferBytes count;
  private final Message[] out;
  private final Message[] in;
  private final long[] inBytes;
  private final long bytes;

  MessageBuffers(
      Communicator carrier,
      BufferBytes count,
      IntToLongFunction outBytes,
      IntToLongFunction bytesOfPeers) {
    this.carrier = carrier;
    this.count = count;
    this.out = new Message[carrier.size()];
    this.in = new Message[out.length];
    this.inBytes = new long[out.length];
    long all = 0;
    for (int rank = 0; rank < out.length; rank++) {
      long wanted = outBytes.applyAsLong(rank);
      out[rank] = wanted == 0 ? null : carrier.transport().lend(wanted);
      inBytes[rank] = bytesOfPeers.applyAsLong(rank);
      all += wanted + inBytes[rank];
    }
    this.bytes = all;
    count.take(bytes);
  }

  /** The message to a rank, until they are sent. */
  MemorySegment to(int rank) {
    return payload(out[rank]);
  }

  /** Sends all messages to others, and awaits theirs. */
  CollectiveFuture start() {
    return carrier.startHandOver(Purpose.BOUNDARY, out, inBytes, in);
  }

  /** The message of a rank, once it has arrived. */
  MemorySegment from(int rank) {
    return payload(in[rank]);
  }

  private static MemorySegment payload(Message message) {
    return message == null ? MemorySegment.NULL : message.payload();
  }

  /** Gives back the memory of the messages that have arrived. */
  @Override
  public void close() {
    for (Message message : in) {
      if (message != null) {
        message.close();
      }
    }
    count.giveBack(bytes);
  }
}
