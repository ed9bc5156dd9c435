package dev.atoll.train.halo.exchange;

import dev.atoll.comm.CollectiveFuture;
import dev.atoll.comm.Communicator;
import dev.atoll.comm.Message;
import dev.atoll.comm.Purpose;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.function.IntToLongFunction;

/**
 * The messages of a transfer, to and from every rank; their memory belongs to the transport.
 * Messages to others are sent with their memory.
 */
final class MessageBuffers implements AutoCloseable {
  private final Communicator carrier;
  private final BufferBytes count;
  private final Message[] out;
  private final Message[] in;
  private final long[] inBytes;
  private final long bytes;
  private boolean sent;

  MessageBuffers(
      Communicator carrier,
      BufferBytes count,
      IntToLongFunction outBytes,
      IntToLongFunction bytesOfPeers) {
    this(carrier, count, outBytes, bytesOfPeers, Prepared.NONE);
  }

  /** Memory that a rank has prepared, and counts, for a message to it; null without any. */
  @FunctionalInterface
  interface Prepared {
    /** No rank prepares any. */
    Prepared NONE = (_, _) -> null;

    Message acquire(int rank, long bytes);
  }

  MessageBuffers(
      Communicator carrier,
      BufferBytes count,
      IntToLongFunction outBytes,
      IntToLongFunction bytesOfPeers,
      Prepared prepared) {
    this.carrier = carrier;
    this.count = count;
    this.out = new Message[carrier.size()];
    this.in = new Message[out.length];
    this.inBytes = new long[out.length];
    long all = 0;
    for (int rank = 0; rank < out.length; rank++) {
      long wanted = outBytes.applyAsLong(rank);
      Message ready = wanted == 0 ? null : prepared.acquire(rank, wanted);
      boolean allocated = wanted > 0 && ready == null;
      out[rank] = allocated ? carrier.transport().allocate(wanted) : ready;
      inBytes[rank] = bytesOfPeers.applyAsLong(rank);
      all += (allocated ? wanted : 0) + (prepared == Prepared.NONE ? inBytes[rank] : 0);
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
                in[root] = carrier.transport().allocate(inBytes[root]);
              }
              blocks[root] = root == rank ? to(root) : from(root);
            });
    return blocks;
  }

  /** Starts to send all messages to others and to receive theirs. */
  CollectiveFuture start() {
    sent = true;
    return carrier.startHandOver(Purpose.BOUNDARY, out, inBytes, in);
  }

  /** The message of a rank, once it has arrived. */
  MemorySegment from(int rank) {
    return payload(in[rank]);
  }

  private static MemorySegment payload(Message message) {
    return message == null ? MemorySegment.NULL : message.payload();
  }

  /** Releases the memory of the messages that have arrived, and of those not sent. */
  @Override
  public void close() {
    close(in);
    if (!sent) {
      close(out);
    }
    count.release(bytes);
  }

  private static void close(Message[] messages) {
    for (Message message : messages) {
      if (message != null) {
        message.close();
      }
    }
  }
}
