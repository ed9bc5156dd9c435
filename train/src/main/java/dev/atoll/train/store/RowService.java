package dev.atoll.train.store;

import dev.atoll.comm.Requests;
import dev.atoll.train.halo.codec.RowCodec;
import java.lang.foreign.MemorySegment;

/** Sends own feature rows to other workers; {@link RowRequest} is the message format. */
public final class RowService implements Requests.Handler {
  private final OwnedRows own;
  private final RowCodec codec;

  public RowService(OwnedRows own, RowCodec codec) {
    this.own = own;
    this.codec = codec;
  }

  @Override
  public void answer(int peer, MemorySegment message, Requests.Answer answer) {
    RowRequest request = RowRequest.read(message);
    int count = request.count();
    RowWire wire = RowWire.of(request.columns(), codec, own.rows().width());
    long at = request.degrees() ? (long) count * Integer.BYTES : 0;
    MemorySegment out = answer.reserve(at + rowBytes(request, wire));
    for (int i = 0; i < count; i++) {
      int node = NodeNumbers.at(request.nodes(), i);
      if (request.degrees()) {
        NodeNumbers.set(out, i, own.degree(node));
      }
      at = own.rows().encode(own.row(node), wire, out, at);
    }
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
