package dev.atoll.train.halo.exchange;

import dev.atoll.comm.CollectiveFuture;
import dev.atoll.comm.Communicator;
import dev.atoll.comm.Message;
import dev.atoll.comm.Purpose;
import dev.atoll.train.halo.BufferBytes;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
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
  private boolean handedOver;

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

  /**
   * The blocks of some ranks, of which this one has its own and the others are to be received.
   *
   * @param rank this rank, whose block is the message to itself
   */
  MemorySegment[] blocks(BitSet roots, int rank) {
    var blocks = new MemorySegment[out.length];
    roots.stream()
        .forEach(
            root -> {
              if (root != rank && inBytes[root] > 0) {
                in[root] = carrier.transport().lend(inBytes[root]);
              }
              blocks[root] = root == rank ? to(root) : from(root);
            });
    return blocks;
  }

  /** Hands all messages to others over, and awaits theirs. */
  CollectiveFuture start() {
    handedOver = true;
    return carrier.startHandOver(Purpose.BOUNDARY, out, inBytes, in);
  }

  /** The message of a rank, once it has arrived. */
  MemorySegment from(int rank) {
    return payload(in[rank]);
  }

  private static MemorySegment payload(Message message) {
    return message == null ? MemorySegment.NULL : message.payload();
  }

  /** Gives back the memory of the messages that have arrived, and of those not handed over. */
  @Override
  public void close() {
    close(in);
    if (!handedOver) {
      close(out);
    }
    count.giveBack(bytes);
  }

  private static void close(Message[] messages) {
    for (Message message : messages) {
      if (message != null) {
        message.close();
      }
    }
  }
}
