package dev.atoll.train.worker;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.atoll.comm.Message;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Reply;
import dev.atoll.comm.Requests;
import dev.atoll.comm.Transport;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.NeighborPicks;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.train.sampling.CachedNeighbors;
import dev.atoll.train.sampling.PickService;
import dev.atoll.train.store.Owners;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * Neighbours of any node, picked by the owner of the node. Requests to owners are sent first;
 * neighbours of own nodes are picked meanwhile; then all picks are put in the order of the
 * frontier. Where all workers are threads of one process and draws are uniform, neighbours are
 * picked from the owners' rows in place. One per thread that samples.
 */
public final class ShardedNeighbors implements NeighborSource, AutoCloseable {
  private final NeighborSource own;
  private final PartitionBook book;
  private final Transport transport;
  private final Requests requests;
  private final int service;
  private final Owners owners;
  private final Reply[] replies;
  private final MemorySegment[] degrees;
  private final MemorySegment[] neighbors;
  private final MemorySegment[] corrections;
  private final long[] cursors;
  private final NeighborPicks ownPicks = new NeighborPicks();
  private final NeighborPicks borrowedPicks = new NeighborPicks();
  private final Optional<CachedNeighbors> borrowed;
  private final Optional<NeighborSource> all;

  /**
   * @param own returns the neighbours of the nodes that this worker owns
   * @param service the number of the owners' {@link PickService}
   * @param borrowed the neighbours of remote nodes that this worker caches
   * @param all returns the neighbours of any node if all workers share a process; the requests and
   *     replies that this saves are counted
   */
  public ShardedNeighbors(
      NeighborSource own,
      PartitionBook book,
      Transport transport,
      Requests requests,
      int service,
      Optional<CachedNeighbors> borrowed,
      Optional<NeighborSource> all) {
    this.all = all;
    this.own = own;
    this.book = book;
    this.transport = transport;
    this.requests = requests;
    this.service = service;
    this.borrowed = borrowed;
    int groups = book.parts() + 1;
    this.owners =
        new Owners(groups, borrowed.<IntUnaryOperator>map(this::placeOf).orElse(book::owner));
    this.replies = new Reply[book.parts()];
    this.degrees = new MemorySegment[groups];
    this.neighbors = new MemorySegment[groups];
    this.corrections = new MemorySegment[groups];
    this.cursors = new long[groups];
  }

  /** The group of a node: the part of its owner, or the group of cached nodes, behind all parts. */
  private IntUnaryOperator placeOf(CachedNeighbors rows) {
    return node -> rows.holds(node) ? book.parts() : book.owner(node);
  }

  @Override
  public int nodeCount() {
    return book.nodeCount();
  }

  @Override
  public boolean weighted() {
    return own.weighted();
  }

  @Override
  public void pick(
      MemorySegment frontier, int count, int fanout, RandomKey key, NeighborPicks into) {
    if (all.isPresent()) {
      all.get().pick(frontier, count, fanout, key, into);
      countInPlace(frontier, count, fanout, into);
      return;
    }
    owners.sort(frontier, count);
    try {
      ask(frontier, fanout, key);
      pickOwn(frontier, fanout, key);
      borrowed.ifPresent(rows -> pickBorrowed(rows, frontier, fanout, key));
      for (int peer = 0; peer < replies.length; peer++) {
        if (replies[peer] != null) {
          open(peer, replies[peer].await(), fanout);
        }
      }
      stitch(count, fanout, into);
    } finally {
      for (int peer = 0; peer < replies.length; peer++) {
        if (replies[peer] != null) {
          replies[peer].close();
          replies[peer] = null;
        }
      }
    }
  }

  /** Counts the requests that were not sent, and their replies. */
  private void countInPlace(MemorySegment frontier, int count, int fanout, NeighborPicks picked) {
    long[] nodes = new long[book.parts()];
    long[] edges = new long[book.parts()];
    for (int i = 0; i < count; i++) {
      int node = frontier.get(JAVA_INT_UNALIGNED, (long) i * Integer.BYTES);
      if (borrowed.isEmpty() || !borrowed.get().holds(node)) {
        int owner = book.owner(node);
        nodes[owner]++;
        edges[owner] += picks(picked.degree(i), fanout);
      }
    }
    boolean asked = false;
    for (int peer = 0; peer < nodes.length; peer++) {
      if (peer != transport.rank() && nodes[peer] > 0) {
        if (!asked) {
          transport.countRound(Purpose.SAMPLING);
          asked = true;
        }
        transport
            .sharedProcess()
            .orElseThrow()
            .count(
                Purpose.SAMPLING,
                peer,
                PickService.HEADER_BYTES + nodes[peer] * Integer.BYTES,
                (nodes[peer] + edges[peer]) * Integer.BYTES,
                1);
      }
    }
  }

  private void ask(MemorySegment frontier, int fanout, RandomKey key) {
    Requests.Round round = requests.round(Purpose.SAMPLING);
    for (int peer = 0; peer < replies.length; peer++) {
      int wanted = owners.count(peer);
      if (peer == transport.rank() || wanted == 0) {
        continue;
      }
      long bytes = PickService.HEADER_BYTES + (long) wanted * Integer.BYTES;
      try (Message message = transport.allocate(bytes)) {
        MemorySegment request = message.payload();
        request.set(JAVA_LONG_UNALIGNED, 0, key.bits());
        request.set(JAVA_INT_UNALIGNED, Long.BYTES, fanout);
        owners.copy(peer, frontier, request.asSlice(PickService.HEADER_BYTES));
        replies[peer] = round.ask(peer, service, request);
      }
    }
  }

  private void pickOwn(MemorySegment frontier, int fanout, RandomKey key) {
    int self = transport.rank();
    int count = owners.count(self);
    try (Message message = transport.allocate(Math.max(1, (long) count * Integer.BYTES))) {
      owners.copy(self, frontier, message.payload());
      own.pick(message.payload(), count, fanout, key, ownPicks);
    }
    take(self, ownPicks);
  }

  private void pickBorrowed(
      CachedNeighbors rows, MemorySegment frontier, int fanout, RandomKey key) {
    int group = book.parts();
    int count = owners.count(group);
    try (Message message = transport.allocate(Math.max(1, (long) count * Integer.BYTES))) {
      owners.copy(group, frontier, message.payload());
      rows.pick(message.payload(), count, fanout, key, borrowedPicks);
    }
    take(group, borrowedPicks);
  }

  private void take(int group, NeighborPicks picked) {
    degrees[group] = picked.degree();
    neighbors[group] = picked.neighbors();
    corrections[group] = picked.correction();
  }

  /** Finds the parts of an answer. */
  private void open(int peer, MemorySegment answer, int fanout) {
    int count = owners.count(peer);
    degrees[peer] = answer.asSlice(0, (long) count * Integer.BYTES);
    long edges = 0;
    for (int i = 0; i < count; i++) {
      edges += picks(degree(peer, i), fanout);
    }
    long first = (long) count * Integer.BYTES;
    neighbors[peer] = answer.asSlice(first, edges * Integer.BYTES);
    corrections[peer] = weighted() ? answer.asSlice(first + edges * Integer.BYTES) : null;
  }

  private void stitch(int count, int fanout, NeighborPicks into) {
    into.beginRows(count);
    for (int part = 0; part < cursors.length; part++) {
      for (int i = 0; i < owners.count(part); i++) {
        into.degree()
            .set(JAVA_INT_UNALIGNED, (long) owners.place(part, i) * Integer.BYTES, degree(part, i));
      }
      cursors[part] = 0;
    }
    MemorySegment starts = into.rowStart();
    long edges = 0;
    for (int row = 0; row < count; row++) {
      edges += picks(into.degree().get(JAVA_INT_UNALIGNED, (long) row * Integer.BYTES), fanout);
      starts.set(JAVA_LONG_UNALIGNED, (row + 1L) * Long.BYTES, edges);
    }
    into.beginEdges(edges, weighted());
    MemorySegment out = into.neighbors();
    for (int row = 0; row < count; row++) {
      int part = owners.ownerAt(row);
      long at = starts.get(JAVA_LONG_UNALIGNED, (long) row * Long.BYTES);
      long picks = starts.get(JAVA_LONG_UNALIGNED, (row + 1L) * Long.BYTES) - at;
      copy(neighbors[part], cursors[part], out, at, picks);
      if (weighted()) {
        copy(corrections[part], cursors[part], into.correction(), at, picks);
      }
      cursors[part] += picks;
    }
  }

  /** Moves elements of four bytes. */
  private static void copy(
      MemorySegment from, long first, MemorySegment to, long at, long elements) {
    MemorySegment.copy(
        from, first * Integer.BYTES, to, at * Integer.BYTES, elements * Integer.BYTES);
  }

  private int degree(int part, int i) {
    return degrees[part].get(JAVA_INT_UNALIGNED, (long) i * Integer.BYTES);
  }

  private static int picks(int degree, int fanout) {
    return fanout == Fanouts.ALL ? degree : Math.min(degree, fanout);
  }

  /** Requests no neighbours, so that replies contain only degrees. */
  @Override
  public void degrees(MemorySegment nodes, int count, MemorySegment into) {
    try (var none = new NeighborPicks()) {
      pick(nodes, count, 0, new RandomKey(0), none);
      MemorySegment.copy(none.degree(), 0, into, 0, (long) count * Integer.BYTES);
    }
  }

  @Override
  public void close() {
    ownPicks.close();
    borrowedPicks.close();
  }
}
