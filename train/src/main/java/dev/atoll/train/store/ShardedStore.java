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

/**
 * Reads feature rows from the owners of their nodes. Rows of other owners are requested first; own
 * rows are copied meanwhile. Rows of workers in the same process are copied from where they are.
 * One per thread that reads.
 */
public final class ShardedStore implements FeatureStore {
  private final int service;
  private final OwnedRows own;
  private final PartitionBook book;
  private final Transport transport;
  private final Requests requests;
  private final RowCodec codec;
  private final ReadCounts.ByOwner reads;
  private final Owners owners;
  private final int threads;

  /** The rows of all workers of this process; null until the first reading. */
  private Optional<ReadableRows[]> tables;

  /**
   * @param service the number of the owners' {@link RowService}
   * @param reads counts the rows that are read
   * @param threads that copy own rows
   */
  public ShardedStore(
      int service,
      OwnedRows own,
      PartitionBook book,
      Transport transport,
      Requests requests,
      RowCodec codec,
      ReadCounts.ByOwner reads,
      int threads) {
    this.service = service;
    this.own = own;
    this.book = book;
    this.transport = transport;
    this.requests = requests;
    this.codec = codec;
    this.reads = reads;
    this.threads = threads;
    this.owners = new Owners(book);
  }

  @Override
  public int width() {
    return own.rows().width();
  }

  @Override
  public void gather(FeatureRead read, Runnable meanwhile) {
    if (read.isEmpty(width())) {
      meanwhile.run();
      return;
    }
    Optional<ReadableRows[]> tables = tables(read.columns());
    if (tables.isPresent()) {
      meanwhile.run();
      copyInPlace(tables.get(), read);
      return;
    }
    owners.sort(read.nodes(), read.count(), read.indices());
    try (StreamedReplies replies = replies(read)) {
      ask(replies, read);
      meanwhile.run();
      copyOwn(read);
      takeAll(replies, read);
    }
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

  private void copyInPlace(ReadableRows[] all, FeatureRead read) {
    var counts = new DirectReads(all.length);
    RowWire wire = RowWire.of(Columns.ALL, codec, width());
    long rowBytes = own.rows().fixedBytes(wire);
    read.into()
        .forEachRange(
            threads,
            read.count(),
            (from, to) -> {
              var part = new DirectReads(all.length);
              for (int i = (int) from; i < to; i++) {
                int node = read.node(i);
                int owner = book.owner(node);
                ReadableRows table = all[owner];
                int row = table.row(node);
                table.copy(row, read.into(), read.index(i));
                if (read.withDegrees()) {
                  read.degrees()[read.index(i)] = table.degree(node);
                }
                part.add(owner, rowBytes >= 0 ? rowBytes : table.bytes(row, wire));
              }
              counts.add(part);
            });
    report(counts, read.withDegrees());
  }

  /** Counts the bytes that would have been sent. */
  private void report(DirectReads counts, boolean degrees) {
    boolean asked = false;
    for (int peer = 0; peer < book.parts(); peer++) {
      int rows = counts.rows(peer);
      reads.add(peer, rows);
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

  private void ask(StreamedReplies replies, FeatureRead read) {
    Columns columns = read.columns();
    for (int peer = 0; peer < book.parts(); peer++) {
      int wanted = owners.count(peer);
      if (peer == transport.rank() || wanted == 0) {
        continue;
      }
      try (Message message = transport.allocate(RowRequest.bytes(columns, wanted))) {
        RowRequest request = RowRequest.write(read.withDegrees(), columns, message.payload());
        owners.copy(peer, read.nodes(), request.nodes());
        int chunks = parts(columns, wanted, read.withDegrees()).count();
        replies.ask(peer, service, message.payload(), chunks);
      }
    }
  }

  private RequestChunks parts(Columns columns, int rows, boolean degrees) {
    return RequestChunks.of(rows, own.rows(), RowWire.of(columns, codec, width()), degrees);
  }

  private void copyOwn(FeatureRead read) {
    int self = transport.rank();
    int count = owners.count(self);
    read.into()
        .forEachRange(
            threads,
            count,
            (from, to) -> {
              for (int i = (int) from; i < to; i++) {
                int index = owners.place(self, i);
                read.copy(own.rows(), own.row(read.nodeAt(index)), index);
              }
            });
    for (int i = 0; read.withDegrees() && i < count; i++) {
      int index = owners.place(self, i);
      read.degrees()[index] = own.degree(read.nodeAt(index));
    }
    reads.add(self, count);
  }

  /**
   * Answers whose rows are copied by the threads that receive them, while these have them in their
   * caches; where many more threads are there to copy than to receive, by those.
   */
  private StreamedReplies replies(FeatureRead read) {
    boolean receiversCopy = read.into().isConcurrent() && 2 * transport.threadsEachWay() >= threads;
    return receiversCopy
        ? requests.chunked(Purpose.FEATURES, (peer, number, rows) -> take(peer, number, rows, read))
        : requests.chunked(Purpose.FEATURES);
  }

  /**
   * Copies chunks of replies as they arrive; the chunks available at a time are copied on several
   * threads.
   */
  private void takeAll(StreamedReplies replies, FeatureRead read) {
    for (List<StreamedReplies.Chunk> some = replies.await();
        !some.isEmpty();
        some = replies.await()) {
      List<StreamedReplies.Chunk> arrived = some;
      Parallel.forEach(
          read.into().threads(threads),
          arrived.size(),
          i -> {
            try (StreamedReplies.Chunk part = arrived.get(i)) {
              take(part.peer(), part.number(), part.payload(), read);
            }
          });
    }
    for (int peer = 0; peer < book.parts(); peer++) {
      if (peer != transport.rank()) {
        reads.add(peer, owners.count(peer));
      }
    }
  }

  private void take(int peer, int part, MemorySegment rows, FeatureRead read) {
    RowWire wire = RowWire.of(read.columns(), codec, width());
    RequestChunks parts =
        RequestChunks.of(owners.count(peer), own.rows(), wire, read.withDegrees());
    int from = parts.from(part);
    int to = parts.to(part);
    long at = read.withDegrees() ? (long) (to - from) * Integer.BYTES : 0;
    for (int i = from; i < to; i++) {
      int index = owners.place(peer, i);
      at = own.rows().decode(rows, at, wire, read.into(), index);
      if (read.withDegrees()) {
        read.degrees()[index] = NodeNumbers.at(rows, i - from);
      }
    }
  }
}
