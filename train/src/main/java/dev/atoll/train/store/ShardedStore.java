package dev.atoll.train.store;

import dev.atoll.comm.Message;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Requests;
import dev.atoll.comm.StreamedReplies;
import dev.atoll.comm.Transport;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.train.cost.ReadCounts;
import dev.atoll.train.halo.codec.RowCodec;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.function.LongToIntFunction;

/**
 * Reads feature rows from the owners of their nodes. Rows of other owners are requested first; own
 * rows are copied meanwhile. Rows of workers in the same process are copied from where they are.
 * One per thread that reads.
 */
public final class ShardedStore implements FeatureStore {
  /** Rows that are worth a thread of their own. */
  private static final int ROWS_PER_CHUNK = 2048;

  private final int service;
  private final OwnedRows own;
  private final PartitionBook book;
  private final Transport transport;
  private final Requests requests;
  private final RowCodec codec;
  private final ReadCounts reads;
  private final Owners owners;
  private final int threads;
  private final Optional<CachedRows> kept;

  /** The rows of all workers of this process; null until the first reading. */
  private Optional<ReadableRows[]> tables;

  /** Reader of the current batch, if rows are cached. */
  private CachedRows.Reader reader;

  /**
   * Names the device of the batch; −1 where {@link #begin} was not called: the first node read
   * does.
   */
  private int firstSeed = -1;

  /**
   * @param service the number of the owners' {@link RowService}
   * @param threads that copy own rows
   */
  public ShardedStore(
      int service,
      OwnedRows own,
      PartitionBook book,
      Transport transport,
      Requests requests,
      RowCodec codec,
      ReadCounts reads,
      int threads) {
    this(service, own, book, transport, requests, codec, reads, threads, Optional.empty());
  }

  private ShardedStore(
      int service,
      OwnedRows own,
      PartitionBook book,
      Transport transport,
      Requests requests,
      RowCodec codec,
      ReadCounts reads,
      int threads,
      Optional<CachedRows> kept) {
    this.kept = kept;
    this.service = service;
    this.own = own;
    this.book = book;
    this.transport = transport;
    this.requests = requests;
    this.codec = codec;
    this.reads = reads;
    this.threads = threads;
    this.owners = kept.isPresent() ? new Owners(book.parts() + 1, this::placeOf) : new Owners(book);
  }

  /** A copy that reads some rows from a cache. */
  public ShardedStore keeping(CachedRows rows) {
    return new ShardedStore(
        service, own, book, transport, requests, codec, reads, threads, Optional.of(rows));
  }

  /**
   * The group of a node's row: the part of its owner, or the group of cached rows, behind all
   * parts.
   */
  private int placeOf(int node) {
    return reader.row(node) == CachedRows.NONE ? book.owner(node) : book.parts();
  }

  @Override
  public int width() {
    return own.rows().width();
  }

  @Override
  public void begin(int seed) {
    firstSeed = seed;
  }

  @Override
  public void gather(MemorySegment nodes, int count, Columns columns, RowSink into, int[] degrees) {
    if (width() == 0 && degrees == null) {
      return;
    }
    Optional<ReadableRows[]> tables = kept.isEmpty() ? tables(columns) : Optional.empty();
    if (tables.isPresent()) {
      copyInPlace(tables.get(), nodes, count, into, degrees);
      return;
    }
    reader = count == 0 ? null : kept.map(rows -> rows.reader(namingDevice(nodes))).orElse(null);
    owners.sort(nodes, count);
    try (StreamedReplies replies = replies(columns, into, degrees)) {
      ask(replies, nodes, columns, degrees != null);
      copyOwn(nodes, columns, into, degrees);
      kept.ifPresent(rows -> copyKept(rows, nodes, columns, into, degrees));
      takeAll(replies, columns, into, degrees);
    }
  }

  private int namingDevice(MemorySegment nodes) {
    return firstSeed >= 0 ? firstSeed : NodeNumbers.at(nodes, 0);
  }

  /** The rows of all workers, if they are in this process and the codec leaves them unchanged. */
  private Optional<ReadableRows[]> tables(Columns columns) {
    if (tables == null) {
      tables = offered();
    }
    return columns.areAll() && codec.isExact() ? tables : Optional.empty();
  }

  private Optional<ReadableRows[]> offered() {
    var found = new ReadableRows[book.parts()];
    for (int part = 0; part < found.length; part++) {
      int peer = part;
      found[part] =
          part == transport.rank()
              ? own
              : transport
                  .sharedProcess()
                  .flatMap(process -> process.of(peer, service, ReadableRows.class))
                  .orElse(null);
      if (found[part] == null) {
        return Optional.empty();
      }
    }
    return Optional.of(found);
  }

  private void copyInPlace(
      ReadableRows[] all, MemorySegment nodes, int count, RowSink into, int[] degrees) {
    var counts = new DirectReads(all.length);
    RowWire wire = RowWire.of(Columns.ALL, codec, width());
    long rowBytes = own.rows().fixedBytes(wire);
    Parallel.forEachRange(
        into instanceof NonZeroRows ? 1 : threads,
        count,
        ROWS_PER_CHUNK,
        (from, to) -> {
          var part = new DirectReads(all.length);
          for (int i = (int) from; i < to; i++) {
            int node = NodeNumbers.at(nodes, i);
            int owner = book.owner(node);
            ReadableRows table = all[owner];
            int row = table.row(node);
            table.copy(row, into, i);
            if (degrees != null) {
              degrees[i] = table.degree(node);
            }
            part.add(owner, rowBytes >= 0 ? rowBytes : table.bytes(row, wire));
          }
          counts.add(part);
        });
    report(counts, degrees != null);
  }

  /** Counts the bytes that would have been sent. */
  private void report(DirectReads counts, boolean degrees) {
    boolean asked = false;
    for (int peer = 0; peer < book.parts(); peer++) {
      int rows = counts.rows(peer);
      reads.addOf(peer, rows);
      if (peer != transport.rank() && rows > 0) {
        if (!asked) {
          transport.countRound(Purpose.FEATURES);
          asked = true;
        }
        long reply = counts.bytes(peer) + (degrees ? (long) rows * Integer.BYTES : 0);
        transport
            .sharedProcess()
            .orElseThrow()
            .count(
                Purpose.FEATURES,
                peer,
                RowRequest.bytes(Columns.ALL, rows),
                reply,
                parts(Columns.ALL, rows, degrees).count());
      }
    }
  }

  private void ask(StreamedReplies replies, MemorySegment nodes, Columns columns, boolean degrees) {
    for (int peer = 0; peer < book.parts(); peer++) {
      int wanted = owners.count(peer);
      if (peer == transport.rank() || wanted == 0) {
        continue;
      }
      try (Message message = transport.allocate(RowRequest.bytes(columns, wanted))) {
        RowRequest request = RowRequest.write(degrees, columns, message.payload());
        owners.copy(peer, nodes, request.nodes());
        replies.ask(peer, service, message.payload(), parts(columns, wanted, degrees).count());
      }
    }
  }

  private RequestChunks parts(Columns columns, int rows, boolean degrees) {
    return RequestChunks.of(rows, own.rows(), RowWire.of(columns, codec, width()), degrees);
  }

  private void copyOwn(MemorySegment nodes, Columns columns, RowSink into, int[] degrees) {
    int self = transport.rank();
    int count = owners.count(self);
    copyRows(self, own.rows(), own::row, nodes, columns, into);
    for (int i = 0; degrees != null && i < count; i++) {
      int place = owners.place(self, i);
      degrees[place] = own.degree(NodeNumbers.at(nodes, place));
    }
    if (isHost()) {
      reads.addHost(count);
    } else {
      reads.addLocal(count);
    }
  }

  /** Whether rows outside the cache count as host reads, wherever they come from. */
  private boolean isHost() {
    return kept.isPresent() && kept.orElseThrow().areDevices();
  }

  private void copyKept(
      CachedRows rows, MemorySegment nodes, Columns columns, RowSink into, int[] degrees) {
    int group = book.parts();
    copyRows(group, rows.rows(), node -> reader.row((int) node), nodes, columns, into);
    int near = 0;
    for (int i = 0; i < owners.count(group); i++) {
      int place = owners.place(group, i);
      int row = reader.row(NodeNumbers.at(nodes, place));
      near += reader.isOwn(row) ? 1 : 0;
      if (degrees != null) {
        degrees[place] = rows.degree(row);
      }
    }
    reads.addLocal(near);
    reads.addPeer(owners.count(group) - near);
  }

  private void copyRows(
      int group,
      StoredRows rows,
      LongToIntFunction rowOf,
      MemorySegment nodes,
      Columns columns,
      RowSink into) {
    Parallel.forEachRange(
        into instanceof NonZeroRows ? 1 : threads,
        owners.count(group),
        ROWS_PER_CHUNK,
        (from, to) -> {
          for (int i = (int) from; i < to; i++) {
            int place = owners.place(group, i);
            rows.copy(rowOf.applyAsInt(NodeNumbers.at(nodes, place)), into, place);
            if (columns.coverOwnRows()) {
              into.restrict(place, columns);
            }
          }
        });
  }

  /**
   * Answers whose rows are copied by the threads that receive them, while these have them in their
   * caches; where many more threads are there to copy than to receive, by those.
   */
  private StreamedReplies replies(Columns columns, RowSink into, int[] degrees) {
    boolean receiversCopy =
        !(into instanceof NonZeroRows) && 2 * transport.threadsEachWay() >= threads;
    return receiversCopy
        ? requests.parted(
            Purpose.FEATURES,
            (peer, number, rows) -> take(peer, number, rows, columns, into, degrees))
        : requests.parted(Purpose.FEATURES);
  }

  /**
   * Copies chunks of replies as they arrive; the chunks available at a time are copied on several
   * threads.
   */
  private void takeAll(StreamedReplies replies, Columns columns, RowSink into, int[] degrees) {
    int threadsEach = into instanceof NonZeroRows ? 1 : threads;
    for (List<StreamedReplies.Chunk> some = replies.await();
        !some.isEmpty();
        some = replies.await()) {
      List<StreamedReplies.Chunk> arrived = some;
      Parallel.forEach(
          threadsEach,
          arrived.size(),
          i -> {
            try (StreamedReplies.Chunk part = arrived.get(i)) {
              take(part.peer(), part.number(), part.payload(), columns, into, degrees);
            }
          });
    }
    for (int peer = 0; peer < book.parts(); peer++) {
      if (peer != transport.rank()) {
        countRead(peer, owners.count(peer));
      }
    }
  }

  private void take(
      int peer, int part, MemorySegment rows, Columns columns, RowSink into, int[] degrees) {
    RowWire wire = RowWire.of(columns, codec, width());
    RequestChunks parts = RequestChunks.of(owners.count(peer), own.rows(), wire, degrees != null);
    int from = parts.from(part);
    int to = parts.to(part);
    long at = degrees == null ? 0 : (long) (to - from) * Integer.BYTES;
    for (int i = from; i < to; i++) {
      int place = owners.place(peer, i);
      at = own.rows().decode(rows, at, wire, into, place);
      if (degrees != null) {
        degrees[place] = NodeNumbers.at(rows, i - from);
      }
    }
  }

  private void countRead(int peer, int count) {
    if (isHost()) {
      reads.addHost(count);
    } else {
      reads.addOf(peer, count);
    }
  }
}
