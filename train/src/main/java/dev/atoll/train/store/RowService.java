package dev.atoll.train.store;

import dev.atoll.comm.Requests;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.train.halo.codec.RowCodec;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/** Sends own feature rows to other workers; {@link RowRequest} is the message format. */
public final class RowService implements Requests.Handler {
  private final OwnedRows own;
  private final RowCodec codec;
  private final int threads;

  /**
   * @param threads that copy the rows of one request, unless there are about as many that write
   */
  public RowService(OwnedRows own, RowCodec codec, int threads) {
    this.own = own;
    this.codec = codec;
    this.threads = threads;
  }

  @Override
  public void answer(int peer, MemorySegment message, Requests.Answer answer) {
    RowRequest request = RowRequest.read(message);
    check(request);
    RequestChunks parts =
        RequestChunks.of(request.count(), own.rows(), wire(request), request.degrees());
    boolean writersCopy = 2 * answer.writingThreads() >= threads;
    Parallel.forEach(
        writersCopy ? 1 : threads,
        parts.count(),
        part -> {
          int from = parts.from(part);
          int to = parts.to(part);
          RowWire wire = wire(request);
          long bytes = bytes(request, from, to, wire);
          Consumer<MemorySegment> rows = out -> encode(request, from, to, wire, out);
          if (writersCopy) {
            answer.chunkFilledByWriter(part, bytes, rows);
          } else {
            answer.chunk(part, bytes, rows);
          }
        });
  }

  private void encode(RowRequest request, int from, int to, RowWire wire, MemorySegment out) {
    long end = request.degrees() ? (long) (to - from) * Integer.BYTES : 0;
    for (int i = from; i < to; i++) {
      int node = NodeNumbers.at(request.nodes(), i);
      if (request.degrees()) {
        NodeNumbers.set(out, i - from, own.degree(node));
      }
      end = own.rows().encode(own.row(node), wire, out, end);
    }
  }

  private RowWire wire(RowRequest request) {
    return RowWire.of(request.columns(), codec, own.rows().width());
  }

  private long bytes(RowRequest request, int from, int to, RowWire wire) {
    long bytes = request.degrees() ? (long) (to - from) * Integer.BYTES : 0;
    long rowBytes = own.rows().fixedBytes(wire);
    if (rowBytes >= 0) {
      return bytes + (to - from) * rowBytes;
    }
    for (int i = from; i < to; i++) {
      int node = NodeNumbers.at(request.nodes(), i);
      bytes += own.rows().bytes(own.row(node), wire);
    }
    return bytes;
  }

  private void check(RowRequest request) {
    for (int i = 0; i < request.count(); i++) {
      int node = NodeNumbers.at(request.nodes(), i);
      if (!own.owns(node)) {
        throw new IllegalArgumentException(
            "row of node %d was asked for, which this worker does not own: the workers have different shards"
                .formatted(node));
      }
    }
  }
}
