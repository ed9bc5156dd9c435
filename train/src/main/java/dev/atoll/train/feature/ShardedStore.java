package dev.atoll.train.feature;

import dev.atoll.comm.Message;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Reply;
import dev.atoll.comm.Requests;
import dev.atoll.comm.Transport;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.cost.ReadCounts;
import dev.atoll.train.exchange.RowCodec;
import java.lang.foreign.MemorySegment;

/**
 * Feature rows that live with the owners of their nodes. What others own is asked for first; own
 * rows are copied while that is on its way. One per thread that reads.
 */
public final class ShardedStore implements FeatureStore {
  /** The number of the {@link RowService} of features among a worker's services. */
  public static final int FEATURES = 1;

  private final int service;
  private final OwnedRows own;
  private final PartitionBook book;
  private final Transport transport;
  private final Requests requests;
  private final RowCodec codec;
  private final ReadCounts reads;
  private final Owners owners;
  private final Reply[] replies;

  /**
   * @param service the number of the owners' {@link RowService}
   */
  public ShardedStore(
      int service,
      OwnedRows own,
      PartitionBook book,
      Transport transport,
      Requests requests,
      RowCodec codec,
      ReadCounts reads) {
    this.service = service;
    this.own = own;
    this.book = book;
    this.transport = transport;
    this.requests = requests;
    this.codec = codec;
    this.reads = reads;
    this.owners = new Owners(book);
    this.replies = new Reply[book.parts()];
  }

  @Override
  public int width() {
    return own.rows().cols();
  }

  @Override
  public void gather(MemorySegment nodes, int count, Matrix into, int[] degrees) {
    if (width() == 0 && degrees == null) {
      return;
    }
    owners.sort(nodes, count);
    try {
      ask(nodes, degrees != null);
      copyOwn(nodes, into, degrees);
      for (int peer = 0; peer < replies.length; peer++) {
        if (replies[peer] != null) {
          take(peer, into, degrees);
        }
      }
    } finally {
      closeReplies();
    }
  }

  private void ask(MemorySegment nodes, boolean degrees) {
    Requests.Round round = requests.round(Purpose.FEATURES);
    for (int peer = 0; peer < book.parts(); peer++) {
      int wanted = owners.count(peer);
      if (peer == transport.rank() || wanted == 0) {
        continue;
      }
      long bytes = RowService.HEADER_BYTES + (long) wanted * Integer.BYTES;
      try (Message room = transport.lend(bytes)) {
        MemorySegment request = room.payload();
        NodeNumbers.set(request, 0, degrees ? RowService.WITH_DEGREES : 0);
        owners.copy(peer, nodes, request.asSlice(RowService.HEADER_BYTES));
        replies[peer] = round.ask(peer, service, request);
      }
    }
  }

  private void copyOwn(MemorySegment nodes, Matrix into, int[] degrees) {
    int self = transport.rank();
    long bytes = (long) width() * Float.BYTES;
    int count = owners.count(self);
    for (int i = 0; i < count; i++) {
      int place = owners.place(self, i);
      int node = NodeNumbers.at(nodes, place);
      MemorySegment.copy(
          own.rows().data(), own.offset(node), into.data(), place * into.rowBytes(), bytes);
      if (degrees != null) {
        degrees[place] = own.degree(node);
      }
    }
    reads.addLocal(count);
  }

  private void take(int peer, Matrix into, int[] degrees) {
    MemorySegment answer = replies[peer].await();
    int count = owners.count(peer);
    long rowBytes = codec.rowBytes(width());
    long rows = degrees == null ? 0 : (long) count * Integer.BYTES;
    for (int i = 0; i < count; i++) {
      int place = owners.place(peer, i);
      codec.decode(answer, rows + i * rowBytes, width(), into.data(), place * into.rowBytes());
      if (degrees != null) {
        degrees[place] = NodeNumbers.at(answer, i);
      }
    }
    reads.addPeer(count);
  }

  private void closeReplies() {
    for (int peer = 0; peer < replies.length; peer++) {
      if (replies[peer] != null) {
        replies[peer].close();
        replies[peer] = null;
      }
    }
  }
}
