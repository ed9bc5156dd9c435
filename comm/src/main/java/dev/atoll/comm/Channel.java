package dev.atoll.comm;

import java.lang.foreign.MemorySegment;

/**
 * The messages of one collective in progress. Every message is checked to belong to the same
 * collective, so that ranks that diverged notice at once.
 */
final class Channel {
  private final Transport transport;
  private final MessageTag tag;
  private final Collective collective;
  private final long number;

  /** The collectives, with their codes on the wire. */
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
          return "%s number %d".formatted(collective, label >>> 8);
        }
      }
      return "something else";
    }

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
  }

  Channel(Transport transport, MessageTag tag, Collective collective, long number) {
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

  Transport.Sending startSend(int peer, MemorySegment payload) {
    return transport.startSend(peer, tag, label(), payload);
  }

  void sendAndRelease(int peer, Message message) {
    transport.sendAndRelease(peer, tag, label(), message);
  }

  Transport.Receiving startReceive(int peer, MemorySegment into) {
    return transport.startReceive(peer, tag, label(), into);
  }

  /** Waits for a message that is being received into memory of its size. */
  void finish(Transport.Receiving receiving, int peer, MemorySegment into) {
    Message elsewhere = receiving.await();
    if (elsewhere != null) {
      try (Message message = check(peer, check(peer, elsewhere), into.byteSize())) {
        into.copyFrom(message.payload());
      }
    }
  }

  Message receive(int peer) {
    return check(peer, transport.receive(peer, tag));
  }

  private Message check(int peer, Message message) {
    if (message.label() != label()) {
      String theirs = Collective.describe(message.label());
      message.close();
      throw new PeerException(
          peer,
          """
          rank %d is in %s while rank %d is in %s: \
          every rank must call the same collectives in the same order\
          """
              .formatted(peer, theirs, transport.rank(), Collective.describe(label())));
    }
    return message;
  }

  Message receive(int peer, long bytes) {
    return check(peer, receive(peer), bytes);
  }

  private Message check(int peer, Message message, long bytes) {
    long found = message.payload().byteSize();
    if (found != bytes) {
      message.close();
      throw new PeerException(
          peer,
          """
          rank %d sent %d bytes in %s where rank %d expected %d: \
          the ranks do not agree on the sizes\
          """
              .formatted(peer, found, Collective.describe(label()), transport.rank(), bytes));
    }
    return message;
  }

  void receive(int peer, MemorySegment into) {
    try (Message message = receive(peer, into.byteSize())) {
      into.copyFrom(message.payload());
    }
  }
}
