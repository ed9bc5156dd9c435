package dev.atoll.train.store;

import dev.atoll.comm.Requests;
import dev.atoll.graph.Parallel;
import dev.atoll.train.halo.codec.RowCodec;
import java.lang.foreign.MemorySegment;

/** Sends own feature rows to other workers; {@link RowRequest} is the message format. */
public final class RowService implements Requests.Handler {
  /** Rows that are worth a thread of their own. */
  private static final int ROWS_PER_CHUNK = 2048;

  private final OwnedRows own;
  private final RowCodec codec;
  private final int threads;

  /**
   * @param threads that copy the rows of one request
   */
  public RowService(OwnedRows own, RowCodec codec, int threads) {
    this.own = own;
    this.codec = codec;
    this.threads = threads;
  }

  @Override
  public void answer(int peer, MemorySegment message, Requests.Answer answer) {
    RowRequest request = RowRequest.read(message);
    int count = request.count();
    RowWire shape = wire(request);
    long rowBytes = own.rows().fixedBytes(shape);
    long first = request.degrees() ? (long) count * Integer.BYTES : 0;
    long all = rowBytes < 0 ? rowBytes(request, shape) : count * rowBytes;
    MemorySegment out = answer.reserve(first + all);
    Parallel.forEachRange(
        rowBytes < 0 ? 1 : threads,
        count,
        rowBytes < 0 ? Math.max(1, count) : ROWS_PER_CHUNK,
        (from, to) ->
            encode(request, (int) from, (int) to, out, first + from * Math.max(0, rowBytes)));
  }

  private void encode(RowRequest request, int from, int to, MemorySegment out, long at) {
    RowWire wire = wire(request);
    long end = at;
    for (int i = from; i < to; i++) {
      int node = NodeNumbers.at(request.nodes(), i);
      check(node);
      if (request.degrees()) {
        NodeNumbers.set(out, i, own.degree(node));
      }
      end = own.rows().encode(own.row(node), wire, out, end);
    }
  }

  private RowWire wire(RowRequest request) {
    return RowWire.of(request.columns(), codec, own.rows().width());
  }

  private long rowBytes(RowRequest request, RowWire wire) {
    long bytes = 0;
    for (int i = 0; i < request.count(); i++) {
      int node = NodeNumbers.at(request.nodes(), i);
      check(node);
      bytes += own.rows().bytes(own.row(node), wire);
    }
    return bytes;
  }

  private void check(int node) {
    if (!own.owns(node)) {
      throw new IllegalArgumentException(
          "row of node %d was asked for, which this worker does not own: the workers have different shards"
              .formatted(node));
    }
  }
}
