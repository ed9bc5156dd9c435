package dev.atoll.train.feature;

import dev.atoll.comm.Requests;
import dev.atoll.train.exchange.RowCodec;
import java.lang.foreign.MemorySegment;

/**
 * Gives own rows to other workers.
 *
 * <pre>
 *   request   int32 flags | int32 node …
 *   answer    int32 degree … (when flag 1 is set) | encoded row …
 * </pre>
 */
public final class RowService implements Requests.Handler {
  static final int WITH_DEGREES = 1;
  static final int HEADER_BYTES = Integer.BYTES;

  private final OwnedRows own;
  private final RowCodec codec;

  public RowService(OwnedRows own, RowCodec codec) {
    this.own = own;
    this.codec = codec;
  }

  @Override
  public void answer(int peer, MemorySegment request, Requests.Answer answer) {
    boolean degrees = (NodeNumbers.at(request, 0) & WITH_DEGREES) != 0;
    MemorySegment nodes = request.asSlice(HEADER_BYTES);
    long count = nodes.byteSize() / Integer.BYTES;
    int width = own.rows().cols();
    long rowBytes = codec.rowBytes(width);
    long degreeBytes = degrees ? count * Integer.BYTES : 0;
    MemorySegment out = answer.reserve(degreeBytes + count * rowBytes);
    for (long i = 0; i < count; i++) {
      int node = NodeNumbers.at(nodes, i);
      if (!own.owns(node)) {
        throw new IllegalArgumentException(
            "row of node %d was asked for, which this worker does not own: the workers have different shards"
                .formatted(node));
      }
      if (degrees) {
        NodeNumbers.set(out, i, own.degree(node));
      }
      codec.encode(own.rows().data(), own.offset(node), width, out, degreeBytes + i * rowBytes);
    }
  }
}
