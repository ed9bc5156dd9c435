package dev.atoll.comm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a collective that are being received into the caller's memory, from several
 * peers; closed when the memory may be used.
 */
final class Receives implements AutoCloseable {
  private final Channel channel;
  private final List<Expected> expected = new ArrayList<>();
  private boolean failed = true;

  private record Expected(int peer, MemorySegment into, Transport.Receiving receiving) {}

  Receives(Channel channel) {
    this.channel = channel;
  }

  /** Begins to receive a message; an empty one is not sent. */
  void start(int peer, MemorySegment into) {
    if (into.byteSize() > 0) {
      expected.add(new Expected(peer, into, channel.startReceive(peer, into)));
    }
  }

  /**
   * Waits for all messages, at the end of a collective that did not fail; for the last one first,
   * so that a thread that waits is woken once by each peer.
   */
  void finish() {
    for (Expected one : expected.reversed()) {
      channel.finish(one.receiving(), one.peer(), one.into());
    }
    failed = false;
  }

  @Override
  public void close() {
    if (failed) {
      expected.forEach(one -> one.receiving().close());
    }
  }
}
