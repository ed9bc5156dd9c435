package dev.atoll.train.store.embedding;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Reply;
import dev.atoll.comm.Requests;
import dev.atoll.comm.Service;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.cost.ReadCounts;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.store.HostRows;
import dev.atoll.train.store.NodeNumbers;
import dev.atoll.train.store.Owners;
import dev.atoll.train.store.RowService;
import dev.atoll.train.store.ShardedStore;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Learnable node embeddings, each stored and updated by the node's owner. A step pulls the rows of
 * its nodes, and pushes their gradients to the owners after its backward pass:
 *
 * <pre>
 *   pull   as {@link ShardedStore}: remote rows are requested first, own rows copied meanwhile
 *   push   int32 node … | encoded gradient …     to every owner
 * </pre>
 *
 * Used by the thread that trains.
 */
public final class SparseEmbeddings implements AutoCloseable {
  private final EmbeddingTable table;
  private final EmbeddingSpec.Update update;
  private final PartitionBook book;
  private final NodeNumbering numbering;
  private final Communicator workers;
  private final Requests requests;
  private final RowCodec codec;
  private final ShardedStore store;
  private final Owners owners;
  private final RowSums sums;
  private final MemorySegment decoded;
  private final MemorySegment[] out;
  private final Deque<Reply> underWay = new ArrayDeque<>();

  /** Begins to serve the rows; others may ask once all workers have met at a barrier. */
  public SparseEmbeddings(
      EmbeddingTable table,
      EmbeddingSpec.Update update,
      PartitionBook book,
      NodeNumbering numbering,
      Communicator workers,
      Requests requests,
      RowCodec codec,
      ReadCounts reads) {
    this.table = table;
    this.update = update;
    this.book = book;
    this.numbering = numbering;
    this.workers = workers;
    this.requests = requests;
    this.codec = codec;
    this.store =
        new ShardedStore(
            Service.EMBEDDING_ROWS.number(),
            table.rows(),
            book,
            workers.transport(),
            requests,
            codec,
            reads::addOf,
            table.threads());
    this.owners = new Owners(book);
    this.sums = new RowSums(table.values().rows(), table.width());
    this.decoded = Arena.ofAuto().allocate((long) table.width() * Float.BYTES, Float.BYTES);
    this.out = new MemorySegment[book.parts()];
    Arrays.fill(out, MemorySegment.NULL);
    requests.serve(Service.EMBEDDING_ROWS.number(), new RowService(table.rows(), codec, 1));
    requests.serve(Service.EMBEDDING_GRADIENTS.number(), (_, request, _) -> moveBy(request));
  }

  public int width() {
    return table.width();
  }

  public EmbeddingTable table() {
    return table;
  }

  /**
   * Reads the current rows of nodes.
   *
   * @param nodes numbers after partitioning, int32
   */
  public void pull(MemorySegment nodes, int count, Matrix into) {
    store.gather(nodes, count, into, null);
  }

  /**
   * Sends the gradients of rows to their owners. In order, all workers do it together, and no row
   * may be pulled before all of them have met again.
   *
   * @param nodes numbers after partitioning, int32, each once
   */
  public void push(MemorySegment nodes, int count, Matrix gradients) {
    owners.sort(nodes, count);
    MemorySegment[] messages = messages(nodes, gradients);
    if (update == EmbeddingSpec.Update.ORDERED) {
      moveTogether(nodes, gradients, messages);
    } else {
      moveAtOnce(nodes, gradients, messages);
    }
  }

  private MemorySegment[] messages(MemorySegment nodes, Matrix gradients) {
    var messages = new MemorySegment[out.length];
    for (int peer = 0; peer < out.length; peer++) {
      messages[peer] =
          peer == workers.rank() ? MemorySegment.NULL : message(peer, nodes, gradients);
    }
    return messages;
  }

  private MemorySegment message(int peer, MemorySegment nodes, Matrix gradients) {
    int count = owners.count(peer);
    long rowBytes = codec.rowBytes(width());
    long bytes = count * (Integer.BYTES + rowBytes);
    if (out[peer].byteSize() < bytes) {
      out[peer] = Arena.ofAuto().allocate(bytes + bytes / 4, Long.BYTES);
    }
    MemorySegment message = out[peer].asSlice(0, bytes);
    owners.copy(peer, nodes, message);
    long at = (long) count * Integer.BYTES;
    for (int i = 0; i < count; i++, at += rowBytes) {
      long row = owners.place(peer, i) * gradients.rowBytes();
      codec.encode(gradients.data(), row, width(), message, at);
    }
    return message;
  }

  /** The gradients of a row are summed in the order of ranks, then the row is moved once. */
  private void moveTogether(MemorySegment nodes, Matrix gradients, MemorySegment[] messages) {
    sums.clear();
    workers.exchange(
        Purpose.FEATURES,
        messages,
        (rank, payload) -> {
          if (rank == workers.rank()) {
            addOwn(nodes, gradients);
          } else {
            add(payload);
          }
        });
    table.move(sums);
  }

  private void moveAtOnce(MemorySegment nodes, Matrix gradients, MemorySegment[] messages) {
    forgetArrived();
    for (int peer = 0; peer < messages.length; peer++) {
      if (messages[peer].byteSize() > 0) {
        underWay.add(
            requests.ask(
                peer, Service.EMBEDDING_GRADIENTS.number(), Purpose.FEATURES, messages[peer]));
      }
    }
    synchronized (sums) {
      sums.clear();
      addOwn(nodes, gradients);
      table.move(sums);
    }
  }

  /** Applies an asynchronous push of another worker at once; rows may be read meanwhile. */
  private void moveBy(MemorySegment push) {
    synchronized (sums) {
      sums.clear();
      add(push);
      table.move(sums);
    }
  }

  private void addOwn(MemorySegment nodes, Matrix gradients) {
    int self = workers.rank();
    for (int i = 0; i < owners.count(self); i++) {
      int place = owners.place(self, i);
      int row = table.row(NodeNumbers.at(nodes, place));
      sums.add(row, gradients.data(), place * gradients.rowBytes());
    }
  }

  private void add(MemorySegment push) {
    long rowBytes = codec.rowBytes(width());
    long count = push.byteSize() / (Integer.BYTES + rowBytes);
    long at = count * Integer.BYTES;
    for (long i = 0; i < count; i++, at += rowBytes) {
      int row = table.row(NodeNumbers.at(push, i));
      codec.decode(push, at, width(), decoded, 0);
      sums.add(row, decoded, 0);
    }
  }

  private void forgetArrived() {
    while (!underWay.isEmpty() && underWay.peek().arrived()) {
      awaitFirst();
    }
  }

  private void awaitFirst() {
    try (Reply reply = underWay.remove()) {
      reply.await();
    }
  }

  /** Returns when every worker's pushes have been applied; all workers call it together. */
  public void settle() {
    while (!underWay.isEmpty()) {
      awaitFirst();
    }
    workers.barrier();
  }

  /**
   * Gathers the rows of all nodes on the first worker, in the dataset's own order, tightly packed;
   * the others get none. All workers call it together.
   */
  public MemorySegment gather(Arena memory) {
    int lead = 0;
    var sent = new MemorySegment[workers.size()];
    var received = new MemorySegment[workers.size()];
    Arrays.fill(sent, MemorySegment.NULL);
    Arrays.fill(received, MemorySegment.NULL);
    try (Arena passing = Arena.ofShared()) {
      long nodes = workers.rank() == lead ? book.nodeCount() : 0;
      MemorySegment all = passing.allocate(rowBytes() * nodes, Float.BYTES);
      sent[lead] = HostRows.pack(table.values(), passing);
      for (int part = 0; nodes > 0 && part < received.length; part++) {
        received[part] =
            all.asSlice(book.first(part) * rowBytes(), book.coreCount(part) * rowBytes());
      }
      workers.allToAll(Purpose.CONTROL, sent, received);
      MemorySegment ordered = memory.allocate(rowBytes() * nodes, Float.BYTES);
      for (long node = 0; node < nodes; node++) {
        long place = numbering.original(node);
        MemorySegment.copy(all, node * rowBytes(), ordered, place * rowBytes(), rowBytes());
      }
      return ordered;
    }
  }

  /** Replaces own rows, given the rows of all nodes in the dataset's order, tightly packed. */
  public void load(MemorySegment all) {
    Matrix values = table.values();
    long first = book.first(workers.rank());
    for (int row = 0; row < values.rows(); row++) {
      long place = numbering.original(first + row);
      MemorySegment.copy(
          all, place * rowBytes(), values.data(), row * values.rowBytes(), rowBytes());
    }
  }

  private long rowBytes() {
    return (long) width() * Float.BYTES;
  }

  /** Drops pushes that are no longer awaited. */
  @Override
  public void close() {
    underWay.forEach(Reply::close);
    underWay.clear();
  }
}
