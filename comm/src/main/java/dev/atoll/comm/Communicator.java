package dev.atoll.comm;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.comm.Channel.Collective;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Collectives: operations that all ranks call together, in the same order, with sizes they agree
 * on. Written once, on any {@link Transport}; used by one thread at a time.
 *
 * <p>Every rank sends to every other directly, so that a sum takes two steps for any number of
 * ranks, and moves as few bytes as a ring: {@code 2·(n − 1)/n} of the array per rank.
 *
 * <p><b>Order of summation.</b> A sum is always {@code ((x₀ + x₁) + x₂) + …} in the order of the
 * ranks, for every element. So all ranks get the same bits, over every transport, and however the
 * array is cut into buckets; another number of ranks, that is other summands, rounds differently.
 *
 * <pre>{@code
 * try (Communicator all = Communicator.on(transport)) {
 *   CollectiveFuture sum = all.startAllReduce(Purpose.GRADIENTS, lastLayer);   // during backward
 *   …
 *   sum.await();
 * }
 * }</pre>
 */
public final class Communicator implements AutoCloseable {
  /** Chunks in which arrays travel, so that summing and sending overlap. */
  private static final long CHUNK_BYTES = 512 << 10;

  /** Chunks sent before the first is awaited, so that ranks need not run in lockstep. */
  private static final long AHEAD = 4;

  /** Chunks of this and of the asynchronous collectives that may wait for a peer at a time. */
  private static final long PIECES_UNDER_WAY = 64;

  private static final long ALIGNMENT = 64;

  /** The first stream of communicators, below the streams of {@link Requests}. */
  private static final int FIRST_STREAM = -16;

  private static final int STREAMS_EACH = 4;

  private final Transport transport;
  private final int number;
  private final int stream;
  private final long chunkBytes;
  private long operations;
  private AsyncCollectives async;

  private Communicator(Transport transport, int number, int stream) {
    this.transport = transport;
    this.number = number;
    this.stream = stream;
    long fitting = transport.limits().bytesPerPeer() / PIECES_UNDER_WAY / ALIGNMENT * ALIGNMENT;
    this.chunkBytes = Math.min(CHUNK_BYTES, fitting);
  }

  /** Communicator 0 of a transport. */
  public static Communicator on(Transport transport) {
    return on(transport, 0);
  }

  /** Another communicator, for another thread; its number is the same on all ranks. */
  public static Communicator on(Transport transport, int number) {
    return new Communicator(transport, number, FIRST_STREAM - STREAMS_EACH * number);
  }

  public int rank() {
    return transport.rank();
  }

  public int size() {
    return transport.size();
  }

  public Transport transport() {
    return transport;
  }

  /** Replaces every rank's floats by their sum over all ranks, in place. */
  public void allReduce(Purpose purpose, MemorySegment floats) {
    Shares shares = Shares.even(floats, size());
    if (size() > 1) {
      Channel raw = channel(purpose, 0, Collective.ALL_REDUCE);
      Channel sums = new Channel(transport, tag(purpose, 1), Collective.ALL_REDUCE, operations);
      try (Receives receives = new Receives(sums)) {
        // A sum overwrites memory that was sent before: its owner has received all of it.
        for (long step = 0; step < shares.chunks(chunkBytes); step++) {
          startReceives(receives, shares, step);
        }
        sumShares(raw, sums, shares);
        receives.finish();
      }
    }
  }

  /** Sends the shares of others, sums the own one and sends the sums. */
  private void sumShares(Channel raw, Channel sums, Shares shares) {
    long chunks = shares.chunks(chunkBytes);
    try (Sends sends = new Sends()) {
      for (long step = 0; step < chunks + AHEAD; step++) {
        sendChunks(sends, raw, shares, step);
        if (step >= AHEAD) {
          MemorySegment mine = reduceChunk(raw, shares, step - AHEAD);
          forPeers(peer -> sends.start(sums, peer, mine));
        }
        sends.await(2 * AHEAD);
      }
      sends.finish();
    }
  }

  /**
   * Starts {@link #allReduce} asynchronously. Asynchronous collectives run one after the other in
   * the order of their start, which must be the same on all ranks. The memory must be accessible to
   * any thread, and must not be touched until {@link CollectiveFuture#await()} returns.
   */
  public CollectiveFuture startAllReduce(Purpose purpose, MemorySegment floats) {
    return async().start(all -> all.allReduce(purpose, floats));
  }

  /** Begins {@link #handOver}; {@code in} is filled when it is done. */
  public CollectiveFuture startHandOver(
      Purpose purpose, Message[] out, long[] inBytes, Message[] in) {
    return async().start(all -> all.handOver(purpose, out, inBytes, in));
  }

  /** Starts {@link #broadcasts} asynchronously; see {@link #startAllReduce}. */
  public CollectiveFuture startBroadcasts(Purpose purpose, BitSet roots, MemorySegment[] blocks) {
    return async().start(all -> all.broadcasts(purpose, roots, blocks));
  }

  /**
   * Starts several collectives asynchronously, one after the other and with work between them; see
   * {@link #startAllReduce}.
   *
   * @param work calls them on the communicator it is given
   */
  public CollectiveFuture start(Consumer<Communicator> work) {
    return async().start(work);
  }

  private AsyncCollectives async() {
    if (async == null) {
      async = new AsyncCollectives(new Communicator(transport, number, stream - 2), number);
    }
    return async;
  }

  /**
   * Replaces this rank's share of the floats by its sum over all ranks; other shares are unchanged.
   * Share {@code r} is between {@code offsets[r]} and {@code offsets[r + 1]}, in bytes.
   */
  public void reduceScatter(Purpose purpose, MemorySegment floats, long[] offsets) {
    Shares shares = new Shares(floats, checkOffsets(floats, offsets));
    if (size() > 1) {
      Channel channel = channel(purpose, 0, Collective.REDUCE_SCATTER);
      long chunks = shares.chunks(chunkBytes);
      try (Sends sends = new Sends()) {
        for (long step = 0; step < chunks + AHEAD; step++) {
          sendChunks(sends, channel, shares, step);
          if (step >= AHEAD) {
            reduceChunk(channel, shares, step - AHEAD);
          }
        }
        sends.finish();
      }
    }
  }

  /**
   * Gives every rank the shares of all others, in place: rank {@code r} has filled the bytes
   * between {@code offsets[r]} and {@code offsets[r + 1]}.
   */
  public void allGather(Purpose purpose, MemorySegment data, long[] offsets) {
    BitSet all = new BitSet();
    all.set(0, size());
    allGather(purpose, data, offsets, all);
  }

  /** Gathers the shares of the roots only; shares of other ranks keep their local values. */
  public void allGather(Purpose purpose, MemorySegment data, long[] offsets, BitSet roots) {
    Shares shares = new Shares(data, checkOffsets(data, offsets));
    MemorySegment mine = roots.get(rank()) ? shares.of(rank()) : MemorySegment.NULL;
    swap(
        channel(purpose, 0, Collective.ALL_GATHER),
        peer -> mine,
        peer -> roots.get(peer) ? shares.of(peer) : MemorySegment.NULL);
  }

  /** Gathers one value of every rank, in the order of ranks. */
  public long[] allGather(Purpose purpose, long value) {
    long[] values = new long[size()];
    values[rank()] = value;
    allGather(purpose, MemorySegment.ofArray(values), even(JAVA_LONG.byteSize()));
    return values;
  }

  /** Gathers one value of every rank, in the order of ranks. */
  public double[] allGather(Purpose purpose, double value) {
    double[] values = new double[size()];
    values[rank()] = value;
    allGather(purpose, MemorySegment.ofArray(values), even(JAVA_DOUBLE.byteSize()));
    return values;
  }

  /** The doubles of every rank, by rank; all ranks have the same number of them. */
  public double[][] allGather(Purpose purpose, double[] own) {
    double[] all = new double[size() * own.length];
    System.arraycopy(own, 0, all, rank() * own.length, own.length);
    allGather(purpose, MemorySegment.ofArray(all), even(own.length * JAVA_DOUBLE.byteSize()));
    double[][] byRank = new double[size()][];
    Arrays.setAll(byRank, r -> Arrays.copyOfRange(all, r * own.length, (r + 1) * own.length));
    return byRank;
  }

  /** The ints of every rank, of any number, by rank. */
  public List<int[]> allGather(Purpose purpose, int[] own) {
    ByteBuffer bytes = ByteBuffer.allocate(own.length * Integer.BYTES);
    bytes.asIntBuffer().put(own);
    return allGather(purpose, bytes.array()).stream().map(Communicator::ints).toList();
  }

  private static int[] ints(byte[] bytes) {
    int[] ints = new int[bytes.length / Integer.BYTES];
    ByteBuffer.wrap(bytes).asIntBuffer().get(ints);
    return ints;
  }

  /** The bytes of every rank, few and of any number, by rank. */
  public List<byte[]> allGather(Purpose purpose, byte[] value) {
    long[] lengths = allGather(purpose, (long) value.length);
    long[] offsets = new long[size() + 1];
    for (int r = 0; r < size(); r++) {
      offsets[r + 1] = offsets[r] + lengths[r];
    }
    byte[] all = new byte[Math.toIntExact(offsets[size()])];
    System.arraycopy(value, 0, all, (int) offsets[rank()], value.length);
    allGather(purpose, MemorySegment.ofArray(all), offsets);
    List<byte[]> values = new ArrayList<>();
    for (int r = 0; r < size(); r++) {
      values.add(Arrays.copyOfRange(all, (int) offsets[r], (int) offsets[r + 1]));
    }
    return values;
  }

  /**
   * Sends {@code out[r]} to every rank {@code r}, and fills {@code in[r]} with the data that {@code
   * r} sends to this rank. Both ends know the sizes: {@code in[r]} is as long as the {@code out} of
   * {@code r} for this rank. Empty segments are not sent.
   */
  public void allToAll(Purpose purpose, MemorySegment[] out, MemorySegment[] in) {
    if (out.length != size() || in.length != size()) {
      throw new IllegalArgumentException(
          "%d ranks, but %d and %d segments".formatted(size(), out.length, in.length));
    }
    Channel channel = channel(purpose, 0, Collective.ALL_TO_ALL);
    in[rank()].copyFrom(out[rank()]);
    swap(channel, peer -> out[peer], peer -> in[peer]);
  }

  /**
   * Sends the message {@code out[r]} to every rank {@code r} and releases its memory, and puts into
   * {@code in[r]} the message of {@code r}, which the caller closes. Both ends know the sizes; null
   * is a message of no bytes, which is not sent.
   *
   * @param inBytes the sizes of the messages that ranks have for this one
   */
  public void handOver(Purpose purpose, Message[] out, long[] inBytes, Message[] in) {
    handOver(purpose, out, inBytes, in, Transport.MAX_MESSAGE_BYTES);
  }

  /**
   * @param longest longer messages go in chunks
   */
  void handOver(Purpose purpose, Message[] out, long[] inBytes, Message[] in, long longest) {
    Channel channel = channel(purpose, 0, Collective.ALL_TO_ALL);
    var longOut = new MemorySegment[size()];
    var longIn = new MemorySegment[size()];
    Arrays.fill(longOut, MemorySegment.NULL);
    Arrays.fill(longIn, MemorySegment.NULL);
    forPeers(
        peer -> {
          if (out[peer] != null && out[peer].payload().byteSize() > longest) {
            longOut[peer] = out[peer].payload();
          } else if (out[peer] != null) {
            channel.sendAndRelease(peer, out[peer]);
          }
        });
    forPeers(
        peer -> {
          if (inBytes[peer] > longest) {
            in[peer] = transport.allocate(inBytes[peer]);
            longIn[peer] = in[peer].payload();
          } else if (inBytes[peer] > 0) {
            in[peer] = channel.receive(peer, inBytes[peer]);
          }
        });
    swap(channel, peer -> longOut[peer], peer -> longIn[peer]);
    forPeers(
        peer -> {
          if (longOut[peer].byteSize() > 0) {
            out[peer].close();
          }
        });
  }

  /** Receives the payload of a rank. */
  @FunctionalInterface
  public interface Taker {
    void take(int rank, MemorySegment payload);
  }

  /**
   * Sends {@code out[r]} to every rank {@code r}, and hands over the payloads received, rank by
   * rank from 0 on, in memory that is valid during the call. Sizes need not be known; each is one
   * message.
   */
  public void exchange(Purpose purpose, MemorySegment[] out, Taker taker) {
    Channel channel = channel(purpose, 0, Collective.ALL_TO_ALL);
    forPeers(peer -> channel.send(peer, out[peer]));
    for (int r = 0; r < size(); r++) {
      if (r == rank()) {
        taker.take(r, out[r]);
      } else {
        try (Message message = channel.receive(r)) {
          taker.take(r, message.payload());
        }
      }
    }
  }

  /** Gives every rank the root's data, chunk by chunk along a ring. */
  public void broadcast(Purpose purpose, int root, MemorySegment data) {
    BitSet roots = new BitSet();
    roots.set(root);
    MemorySegment[] blocks = new MemorySegment[size()];
    blocks[root] = data;
    broadcasts(purpose, roots, blocks);
  }

  /**
   * Gives every rank the array of every root, one root after the other, each array chunk by chunk
   * along a {@link Ring}. All ranks call it with the same roots, and with arrays of the same sizes;
   * a rank that is no root receives as well.
   *
   * @param blocks by root: the root's data, elsewhere the memory that receives them
   */
  public void broadcasts(Purpose purpose, BitSet roots, MemorySegment[] blocks) {
    Channel channel = channel(purpose, 0, Collective.BROADCAST);
    for (int root = roots.nextSetBit(0); root >= 0; root = roots.nextSetBit(root + 1)) {
      broadcast(channel, new Ring(size(), roots, root), blocks[root]);
    }
  }

  private void broadcast(Channel channel, Ring ring, MemorySegment data) {
    int next = ring.next(rank());
    int previous = ring.previous(rank());
    for (long at = 0; at < data.byteSize(); at += chunkBytes) {
      MemorySegment chunk = data.asSlice(at, Math.min(chunkBytes, data.byteSize() - at));
      if (previous != Ring.NONE) {
        channel.receive(previous, chunk);
      }
      if (next != Ring.NONE) {
        channel.send(next, chunk);
      }
    }
  }

  /** Returns when all ranks have called it. */
  public void barrier() {
    Channel channel = channel(Purpose.CONTROL, 0, Collective.BARRIER);
    for (int distance = 1; distance < size(); distance *= 2) {
      channel.send((rank() + distance) % size(), MemorySegment.NULL);
      channel.receive(Math.floorMod(rank() - distance, size())).close();
    }
  }

  /** Ends the thread of asynchronous collectives; the transport stays open. */
  @Override
  public void close() {
    if (async != null) {
      async.close();
    }
  }

  // Chunks of shares: step s moves chunk s of every share.

  private void sendChunks(Sends sends, Channel channel, Shares shares, long step) {
    sends.step();
    forPeers(peer -> sends.start(channel, peer, shares.chunk(peer, step, chunkBytes)));
  }

  private void startReceives(Receives receives, Shares shares, long step) {
    forPeers(peer -> receives.start(peer, shares.chunk(peer, step, chunkBytes)));
  }

  /** Sums a chunk of this rank's share in the order of the ranks. */
  private MemorySegment reduceChunk(Channel channel, Shares shares, long step) {
    MemorySegment mine = shares.chunk(rank(), step, chunkBytes);
    if (mine.byteSize() == 0) {
      return mine;
    }
    var theirs = new Message[size()];
    var terms = new MemorySegment[size()];
    try {
      for (int r = 0; r < terms.length; r++) {
        theirs[r] = r == rank() ? null : channel.receive(r, mine.byteSize());
        terms[r] = r == rank() ? mine : theirs[r].payload();
      }
      FloatSum.add(terms, mine);
    } finally {
      for (Message message : theirs) {
        if (message != null) {
          message.close();
        }
      }
    }
    return mine;
  }

  /**
   * Sends and receives chunk by chunk; memory for arriving chunks is reserved, so no bound is
   * exceeded.
   */
  private void swap(
      Channel channel, IntFunction<MemorySegment> out, IntFunction<MemorySegment> in) {
    long longest = 0;
    for (int peer = 0; peer < size(); peer++) {
      if (peer != rank()) {
        longest = Math.max(longest, out.apply(peer).byteSize());
        longest = Math.max(longest, in.apply(peer).byteSize());
      }
    }
    try (Receives receives = new Receives(channel);
        Sends sends = new Sends()) {
      for (long at = 0; at < longest; at += chunkBytes) {
        long from = at;
        forPeers(peer -> receives.start(peer, chunk(in.apply(peer), from)));
      }
      for (long at = 0; at < longest; at += chunkBytes) {
        long from = at;
        sends.step();
        forPeers(peer -> sends.start(channel, peer, chunk(out.apply(peer), from)));
        sends.await(2 * AHEAD);
      }
      receives.finish();
      sends.finish();
    }
  }

  private MemorySegment chunk(MemorySegment data, long at) {
    return Shares.chunk(data, at, chunkBytes);
  }

  /**
   * Applies the action to all peers, beginning with this rank's successor, so that all ranks
   * receive evenly.
   */
  private void forPeers(java.util.function.IntConsumer action) {
    for (int i = 1; i < size(); i++) {
      action.accept((rank() + i) % size());
    }
  }

  private Channel channel(Purpose purpose, int offset, Collective collective) {
    return new Channel(transport, tag(purpose, offset), collective, ++operations);
  }

  private MessageTag tag(Purpose purpose, int offset) {
    return new MessageTag(purpose, stream - offset);
  }

  private long[] even(long bytes) {
    long[] offsets = new long[size() + 1];
    Arrays.setAll(offsets, r -> r * bytes);
    return offsets;
  }

  private long[] checkOffsets(MemorySegment data, long[] offsets) {
    if (offsets.length != size() + 1 || offsets[size()] > data.byteSize()) {
      throw new IllegalArgumentException(
          "offsets of %d shares in %d bytes: %s"
              .formatted(size(), data.byteSize(), Arrays.toString(offsets)));
    }
    return offsets;
  }
}
