package dev.atoll.comm.tcp;

import dev.atoll.comm.PeerException;
import dev.atoll.comm.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A rank's place on the network, before it is connected: it listens, and can be found. The lower
 * rank of a pair is called by the higher one.
 *
 * <pre>{@code
 * try (Endpoint endpoint = Endpoint.open(run, rank, settings)) {
 *   Transport transport = endpoint.join(rendezvous);               // or: connect(addresses)
 * }
 * }</pre>
 */
public final class Endpoint implements AutoCloseable {
  private final RunIdentity run;
  private final int rank;
  private final TcpSettings settings;
  private final Listening listening;
  private final Handshake handshake;
  private final Slots slots;
  private boolean connected;

  private Endpoint(RunIdentity run, int rank, TcpSettings settings) {
    this.run = run;
    this.rank = rank;
    this.settings = settings;
    this.slots = new Slots(run.size());
    handshake = new Handshake(run, rank, settings.tls().map(Tls::digest).orElse(new byte[0]));
    listening = Listening.on(settings.host(), settings.port());
    listening.accept("rank-" + rank, this::answer);
  }

  /** Begins to listen. */
  public static Endpoint open(RunIdentity run, int rank, TcpSettings settings) {
    if (rank < 0 || rank >= run.size()) {
      throw new IllegalArgumentException("rank " + rank + " of " + run.size());
    }
    return new Endpoint(run, rank, settings);
  }

  /** Where the others find this rank. */
  public InetSocketAddress address() {
    return listening.address();
  }

  /** Learns the others' addresses from a {@link Rendezvous} and connects to all of them. */
  public Transport join(InetSocketAddress rendezvous) {
    return connect(Rendezvous.ask(rendezvous, run, rank, address(), deadline()));
  }

  /**
   * Connects to all ranks, whose addresses are given by rank; all call it at about the same time.
   * The transport is the caller's to close; the endpoint listens no more.
   */
  public Transport connect(List<InetSocketAddress> addresses) {
    if (addresses.size() != run.size()) {
      throw new IllegalArgumentException(
          addresses.size() + " addresses for " + run.size() + " ranks");
    }
    try {
      for (int peer = 0; peer < rank; peer++) {
        slots.fill(peer, call(peer, addresses.get(peer)));
      }
      Transport transport = new TcpTransport(rank, settings, slots.await());
      connected = true;
      return transport;
    } catch (IOException e) {
      throw new UncheckedIOException("rank " + rank + " cannot connect", e);
    } finally {
      close();
    }
  }

  private Link call(int peer, InetSocketAddress address) {
    SocketChannel channel = Calling.call(rank, address, deadline());
    try {
      Handshake.Met met = handshake.call(channel.socket(), Handshake.Role.DATA, deadline());
      if (met.rank() != peer) {
        throw new PeerException(
            peer,
            "rank " + met.rank() + " answers at " + address + ", where rank " + peer + " should");
      }
      return new Link(channel, true, met.certificate());
    } catch (IOException e) {
      closeQuietly(channel, e);
      throw PeerException.lost(rank, peer, "while joining: " + e);
    } catch (RuntimeException e) {
      closeQuietly(channel, e);
      throw e;
    }
  }

  /**
   * A caller that fits takes its slot; one that does not ends the joining; strangers are sent away.
   */
  private void answer(SocketChannel caller) {
    try {
      Handshake.Met met = handshake.answer(caller.socket(), slots::verdict, deadline());
      if (met == null) {
        caller.close();
      } else {
        slots.fill(met.rank(), new Link(caller, false, met.certificate()));
      }
    } catch (IOException e) {
      closeQuietly(caller, e);
    } catch (PeerException e) {
      closeQuietly(caller, e);
      slots.fail(e);
    }
  }

  private static void closeQuietly(SocketChannel channel, Exception because) {
    try {
      channel.close();
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }

  private Duration deadline() {
    return settings.limits().deadline();
  }

  /** Stops listening; a transport that was made stays open. */
  @Override
  public void close() {
    listening.close();
    if (!connected) {
      slots.close();
    }
  }

  /** The connections to the other ranks, as they come. */
  private final class Slots {
    private final List<CompletableFuture<Link>> links;

    Slots(int size) {
      links = java.util.stream.Stream.generate(CompletableFuture<Link>::new).limit(size).toList();
    }

    String verdict(int caller, Handshake.Role role) {
      if (role != Handshake.Role.DATA) {
        return "this is rank " + rank + ", not the rendezvous";
      }
      if (caller <= rank) {
        return "rank " + caller + " does not call rank " + rank + ", it is called";
      }
      return links.get(caller).isDone() ? "rank " + caller + " has come already" : "";
    }

    void fill(int peer, Link link) {
      if (!links.get(peer).complete(link)) {
        closeQuietly(link.channel(), PeerException.gone(rank, peer));
      }
    }

    void fail(PeerException why) {
      links.forEach(link -> link.completeExceptionally(why));
    }

    Link[] await() {
      Link[] all = new Link[links.size()];
      long until = System.nanoTime() + deadline().toNanos();
      for (int peer = 0; peer < all.length; peer++) {
        if (peer != rank) {
          all[peer] = await(peer, until - System.nanoTime());
        }
      }
      return all;
    }

    private Link await(int peer, long nanos) {
      try {
        return links.get(peer).get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
      } catch (ExecutionException e) {
        throw ((PeerException) e.getCause()).seenBy(rank, "joining the run");
      } catch (TimeoutException e) {
        throw PeerException.late(rank, peer, "its connection, to join the run", deadline());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw PeerException.interrupted(rank, "joining the run", e);
      }
    }

    void close() {
      fail(PeerException.closed(rank));
      for (CompletableFuture<Link> link : links) {
        if (!link.isCompletedExceptionally()) {
          closeQuietly(link.join().channel(), PeerException.closed(rank));
        }
      }
    }
  }
}
