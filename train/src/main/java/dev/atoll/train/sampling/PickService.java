package dev.atoll.train.sampling;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.atoll.comm.Requests;
import dev.atoll.comm.Transport;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.NeighborPicks;
import dev.atoll.graph.sample.NeighborSource;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;

/**
 * Picks neighbours of own nodes for other workers. How many are picked of a node follows from its
 * degree and the fanout, so it does not travel.
 *
 * <pre>
 *   request   int64 key | int32 fanout | int32 node …
 *   answer    int32 degree … | int32 neighbour … | float32 correction … (of weighted sources)
 * </pre>
 */
public final class PickService implements Requests.Handler, AutoCloseable {
  /** The bytes of a request before its nodes. */
  public static final long HEADER_BYTES = Long.BYTES + Integer.BYTES;

  private final IntFunction<NeighborSource> forPeer;
  private final ConcurrentLinkedQueue<NeighborPicks> idle = new ConcurrentLinkedQueue<>();

  /** Draws alike for all. */
  public PickService(NeighborSource own) {
    this(_ -> own);
  }

  /**
   * Draws for every worker in its own way.
   *
   * @param forPeer by the rank of the requesting worker
   */
  public PickService(IntFunction<NeighborSource> forPeer) {
    this.forPeer = forPeer;
  }

  @Override
  public void answer(int peer, MemorySegment request, Requests.Answer answer) {
    var key = new RandomKey(request.get(JAVA_LONG_UNALIGNED, 0));
    int fanout = request.get(JAVA_INT_UNALIGNED, Long.BYTES);
    MemorySegment nodes = request.asSlice(HEADER_BYTES);
    NeighborPicks waiting = idle.poll();
    NeighborPicks picked = waiting == null ? new NeighborPicks() : waiting;
    try {
      int count = (int) (nodes.byteSize() / Integer.BYTES);
      forPeer.apply(peer).pick(nodes, count, fanout, key, picked);
      write(picked, count, answer);
    } finally {
      idle.add(picked);
    }
  }

  private static void write(NeighborPicks picked, int nodes, Requests.Answer answer) {
    MemorySegment corrections = picked.correction();
    long degreeBytes = picked.degree().byteSize();
    long neighborBytes = picked.neighbors().byteSize();
    long correctionBytes = corrections == null ? 0 : corrections.byteSize();
    long bytes = degreeBytes + neighborBytes + correctionBytes;
    checkSize(nodes, bytes);
    MemorySegment out = answer.reserve(bytes);
    MemorySegment.copy(picked.degree(), 0, out, 0, degreeBytes);
    MemorySegment.copy(picked.neighbors(), 0, out, degreeBytes, neighborBytes);
    if (corrections != null) {
      MemorySegment.copy(corrections, 0, out, degreeBytes + neighborBytes, correctionBytes);
    }
  }

  /** Refuses neighbours that do not fit into one answer. */
  static void checkSize(int nodes, long bytes) {
    if (bytes > Transport.MAX_MESSAGE_BYTES) {
      throw new IllegalArgumentException(
          "the neighbours of %d nodes take %d bytes, a message at most %d: use a smaller batch or fanout, or topology=replicated"
              .formatted(nodes, bytes, Transport.MAX_MESSAGE_BYTES));
    }
  }

  @Override
  public void close() {
    idle.forEach(NeighborPicks::close);
    idle.clear();
  }
}
