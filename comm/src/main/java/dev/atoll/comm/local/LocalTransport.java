package dev.atoll.comm.local;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.SharedProcess;
import dev.atoll.comm.Transport;
import dev.atoll.comm.mail.Inbox;
import dev.atoll.comm.mail.InboxTransport;
import dev.atoll.comm.mail.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A transport of ranks in one process: a message is one copy, into the group's memory pool or into
 * memory that the receiver has offered, or no copy if the sender hands its message over.
 */
public final class LocalTransport extends InboxTransport {
  private static final long KEPT_BYTES = 256L << 20;

  private final Inbox[] inboxes;
  private final SharedProcess process;

  private LocalTransport(int rank, Limits limits, Inbox[] inboxes, Offers offers, MemoryPool pool) {
    super(rank, inboxes.length, limits, inboxes[rank], pool);
    this.inboxes = inboxes;
    this.process = offers.of(rank, counters, this::checkReachable);
  }

  /** The transports of all ranks, by rank. */
  public static List<Transport> group(int size, Limits limits) {
    MemoryPool pool = new MemoryPool(KEPT_BYTES);
    Inbox[] inboxes = new Inbox[size];
    var offers = new Offers(size);
    List<Transport> ranks = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      inboxes[rank] = new Inbox(rank, size, limits, peer -> inboxes[peer].awaited());
      ranks.add(new LocalTransport(rank, limits, inboxes, offers, pool));
    }
    return List.copyOf(ranks);
  }

  @Override
  public void send(int peer, MessageTag tag, long label, MemorySegment payload) {
    admit(peer, tag, payload);
    Message slot = inboxes[peer].slot(rank(), tag, label, payload.byteSize());
    Message copy = slot == null ? pool.allocate(label, payload.byteSize()) : slot;
    MemorySegment.copy(payload, 0, copy.payload(), 0, payload.byteSize());
    counters.sent(tag.purpose(), peer, payload.byteSize());
    inboxes[peer].put(rank(), tag, copy);
  }

  @Override
  public Sending sendAndRelease(int peer, MessageTag tag, long label, Message message) {
    try {
      admit(peer, tag, message.payload());
    } catch (RuntimeException e) {
      message.close();
      throw e;
    }
    counters.sent(tag.purpose(), peer, message.payload().byteSize());
    inboxes[peer].put(rank(), tag, new Given(message, label));
    return Sending.DONE;
  }

  /** Waits until the peer takes a message of this size. */
  private void admit(int peer, MessageTag tag, MemorySegment payload) {
    Transport.checkSize(payload.byteSize());
    checkReachable(peer, tag);
    awaitCapacity(peer, tag);
    checkReachable(peer, tag); // the wait may have ended because the peer has
  }

  /** A message whose memory came from another rank. */
  private record Given(Message memory, long label) implements Message {
    @Override
    public MemorySegment payload() {
      return memory.payload();
    }

    @Override
    public void close() {
      memory.close();
    }
  }

  @Override
  public Optional<SharedProcess> sharedProcess() {
    return Optional.of(process);
  }

  private void awaitCapacity(int peer, MessageTag tag) {
    try {
      if (!inboxes[peer].awaitCapacity(rank(), tag)) {
        throw inbox.late(peer, "capacity for a message on " + tag);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PeerException.interrupted(rank(), "sending %s to rank %d".formatted(tag, peer), e);
    }
  }

  @Override
  public void fail(Throwable cause) {
    PeerException why = PeerException.origin(rank(), cause);
    for (Inbox each : inboxes) {
      each.fail(why);
    }
  }

  @Override
  public void close() {
    if (inbox.fail(PeerException.closed(rank()))) {
      for (int peer = 0; peer < inboxes.length; peer++) {
        if (peer != rank()) {
          inboxes[peer].depart(rank());
        }
      }
    }
  }
}
