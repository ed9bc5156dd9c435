package dev.atoll.train.feature;

import dev.atoll.comm.Requests;
import dev.atoll.train.exchange.RowCodec;
import java.lang.foreign.MemorySegment;

/** Gives own rows to other workers; {@link RowRequest} shows what travels. */
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
    int width = request.columns().count(own.rows().cols());
    long rowBytes = codec.rowBytes(width);
    long degreeBytes = request.degrees() ? (long) count * Integer.BYTES : 0;
    MemorySegment out = answer.reserve(degreeBytes + count * rowBytes);
    MemorySegment picked = MemorySegment.ofArray(new float[width]);
    for (int i = 0; i < count; i++) {
      int node = NodeNumbers.at(request.nodes(), i);
      check(node);
      if (request.degrees()) {
        NodeNumbers.set(out, i, own.degree(node));
      }
      long at = degreeBytes + i * rowBytes;
      if (request.columns().areAll()) {
        codec.encode(own.rows().data(), own.offset(node), width, out, at);
      } else {
        request.columns().pick(own.rows().data(), own.offset(node), picked);
        codec.encode(picked, 0, width, out, at);
      }
    }
  }

  private void check(int node) {
    if (!own.owns(node)) {
      throw new IllegalArgumentException(
          "row of node %d was asked for, which this worker does not own: the workers have different shards"
              .formatted(node));
    }
  }
}
