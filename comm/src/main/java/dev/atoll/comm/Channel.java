package dev.atoll.comm;

import java.lang.foreign.MemorySegment;

/**
 * One collective under way: its peers' messages are checked to be of the same collective, so that
 * ranks that went different ways find out at once.
 */
final class Channel {
  private final Transport transport;
  private final Tag tag;
  private final Collective collective;
  private final long number;

  /** The collectives, to be told apart on the wire. */
  enum Collective {
    ALL_REDUCE(1),
    REDUCE_SCATTER(2),
    ALL_GATHER(3),
    ALL_TO_ALL(4),
    BROADCAST(5),
    BARRIER(6);

    private final int code;

    Collective(int code) {
      this.code = code;
    }

    static String describe(long label) {
      for (Collective collective : values()) {
        if (collective.code == (label & 0xff)) {
          return collective + " number " + (label >>> 8);
        }
      }
      return "something else";
    }

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
  }

  Channel(Transport transport, Tag tag, Collective collective, long number) {
    this.transport = transport;
    this.tag = tag;
    this.collective = collective;
    this.number = number;
  }

  private long label() {
    return number << 8 | collective.code;
  }

  void send(int peer, MemorySegment payload) {
    transport.send(peer, tag, label(), payload);
  }

  Message receive(int peer) {
    Message message = transport.receive(peer, tag);
    if (message.label() != label()) {
      String theirs = Collective.describe(message.label());
      message.close();
      throw new PeerException(
          peer,
          "rank "
              + peer
              + " is in "
              + theirs
              + " while rank "
              + transport.rank()
              + " is in "
              + Collective.describe(label())
              + ": every rank must call the same collectives in the same order");
    }
    return message;
  }

  Message receive(int peer, long bytes) {
    Message message = receive(peer);
    long found = message.payload().byteSize();
    if (found != bytes) {
      message.close();
      throw new PeerException(
          peer,
          "rank "
              + peer
              + " sent "
              + found
              + " bytes in "
              + Collective.describe(label())
              + " where rank "
              + transport.rank()
              + " expected "
              + bytes
              + ": the ranks do not agree on the sizes");
    }
    return message;
  }

  void receive(int peer, MemorySegment into) {
    try (Message message = receive(peer, into.byteSize())) {
      into.copyFrom(message.payload());
    }
  }
}
