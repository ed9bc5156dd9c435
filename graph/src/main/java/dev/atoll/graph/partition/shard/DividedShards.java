package dev.atoll.graph.partition.shard;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.RowSlice;
import dev.atoll.graph.order.Ordering;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Shards whose parts are each shared by several trainers: a trainer owns an equal range of the
 * part's nodes. The edges stay in the part's file, so that trainers on one machine map the same
 * file.
 */
public final class DividedShards implements ShardSource {
  private final ShardSource parts;
  private final int trainers;
  private final PartitionBook book;

  private DividedShards(ShardSource parts, int trainers) {
    this.parts = parts;
    this.trainers = trainers;
    this.book = PartitionBook.ofFirstNodes(firstNodes(parts.book(), trainers));
  }

  /** The shards of every part's trainers; the shards themselves where a part has one. */
  public static ShardSource of(ShardSource parts, int trainers) {
    return trainers == 1 ? parts : new DividedShards(parts, trainers);
  }

  private static List<Long> firstNodes(PartitionBook parts, int trainers) {
    List<Long> first = new ArrayList<>();
    for (int part = 0; part < parts.parts(); part++) {
      for (int trainer = 0; trainer < trainers; trainer++) {
        first.add(parts.first(part) + (long) parts.coreCount(part) * trainer / trainers);
      }
    }
    first.add((long) parts.nodeCount());
    return first;
  }

  @Override
  public PartitionBook book() {
    return book;
  }

  @Override
  public Topology topology() {
    return parts.topology();
  }

  @Override
  public Shard shard(int worker, Arena arena) throws IOException {
    RowSlice rows = parts.shard(worker / trainers, arena).rows();
    RowSlice own =
        topology() == Topology.REPLICATED
            ? rows
            : rows.slice(book.first(worker) - rows.firstRow(), book.coreCount(worker), arena);
    return new Shard(worker, book, own, halo(worker, own, arena));
  }

  /** The in-neighbours of a worker's nodes that others own. */
  private MemorySegment halo(int worker, RowSlice rows, Arena arena) {
    long first = book.first(worker);
    long end = first + book.coreCount(worker);
    var halo = new BitSet();
    for (long e = rows.rowStart(first - rows.firstRow());
        e < rows.rowStart(end - rows.firstRow());
        e++) {
      int source = rows.source(e);
      if (source < first || source >= end) {
        halo.set(source);
      }
    }
    MemorySegment nodes = arena.allocate(JAVA_INT, halo.cardinality());
    long next = 0;
    for (int node = halo.nextSetBit(0); node >= 0; node = halo.nextSetBit(node + 1)) {
      nodes.setAtIndex(JAVA_INT, next++, node);
    }
    return nodes;
  }

  @Override
  public boolean isComplete() {
    return parts.isComplete();
  }

  @Override
  public NodeNumbering numbering(Arena arena) throws IOException {
    return parts.numbering(arena);
  }

  @Override
  public Ordering ordering() throws IOException {
    return parts.ordering();
  }

  /** The digest of the shards and the number of trainers, which changes the ownership of nodes. */
  @Override
  public String digest() throws IOException {
    return parts.digest() + "/" + trainers;
  }
}
