package dev.atoll.comm.tcp;

import dev.atoll.comm.PeerException;
import dev.atoll.comm.Transport;
import dev.atoll.comm.tcp.Handshake.PeerIdentity;
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
import java.util.stream.Stream;

/**
 * The listening socket of a rank that is not connected yet. Of each pair of ranks, the higher one
 * opens the connection.
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
  private final Acceptor acceptor;
  private final InetSocketAddress address;
  private final Handshake handshake;
  private final Joining joining;
  private boolean connected;

  private Endpoint(RunIdentity run, int rank, TcpSettings settings) {
    this.run = run;
    this.rank = rank;
    this.settings = settings;
    this.joining = new Joining(run.size());
    handshake = new Handshake(run, rank, settings.tls().map(Tls::digest).orElse(new byte[0]));
    acceptor = Acceptor.on(settings.host(), settings.port(), run.size());
    address = acceptor.address();
    acceptor.start("rank-" + rank, this::answer, this::stop);
  }

  /** Starts to listen on the host and port of the settings. */
  public static Endpoint open(RunIdentity run, int rank, TcpSettings settings) {
    if (rank < 0 || rank >= run.size()) {
      throw new IllegalArgumentException(
          "rank %d: expected a rank from 0 to %d".formatted(rank, run.size() - 1));
    }
    return new Endpoint(run, rank, settings);
  }

  /** The address that the other ranks connect to. */
  public InetSocketAddress address() {
    return address;
  }

  /** Learns the others' addresses from a {@link Rendezvous} and connects to all of them. */
  public Transport join(InetSocketAddress rendezvous) {
    return join(rendezvous, settings);
  }

  /** Joins by the settings of this endpoint; the transport has settings of its own. */
  TcpTransport join(InetSocketAddress rendezvous, TcpSettings afterwards) {
    return connect(Rendezvous.ask(rendezvous, run, rank, address(), deadline()), afterwards);
  }

  /**
   * Connects to all ranks, whose addresses are given by rank; all ranks call it at about the same
   * time. The caller closes the transport. The endpoint is closed.
   */
  public Transport connect(List<InetSocketAddress> addresses) {
    return connect(addresses, settings);
  }

  /** Connects by the settings of this endpoint; the transport has settings of its own. */
  TcpTransport connect(List<InetSocketAddress> addresses, TcpSettings afterwards) {
    try {
      TcpTransport transport = new TcpTransport(rank, afterwards, sockets(addresses));
      connected = true;
      return transport;
    } catch (IOException e) {
      throw new UncheckedIOException("rank %d cannot connect".formatted(rank), e);
    } finally {
      close();
    }
  }

  /** Authenticated connections to all other ranks, by rank; null in place of this one. */
  PeerSocket[] sockets(List<InetSocketAddress> addresses) {
    if (addresses.size() != run.size()) {
      throw new IllegalArgumentException(
          "%d addresses for %d ranks".formatted(addresses.size(), run.size()));
    }
    for (int peer = 0; peer < rank; peer++) {
      joining.add(peer, call(peer, addresses.get(peer)));
    }
    return joining.await();
  }

  private PeerSocket call(int peer, InetSocketAddress at) {
    try {
      Connector.Answered host =
          Connector.call(rank, at, handshake, Handshake.Role.DATA, deadline());
      if (host.peer().rank() != peer) {
        Acceptor.closeQuietly(host.channel());
        throw new PeerException(
            peer,
            "rank %d answers at %s, expected rank %d".formatted(host.peer().rank(), at, peer));
      }
      return new PeerSocket(host.channel(), true, host.peer().certificate());
    } catch (IOException e) {
      throw PeerException.lost(rank, peer, "while joining: " + e);
    }
  }

  /**
   * Admits a caller that proves to be a rank of the run. One that knows the secret, but does not
   * fit, ends the joining of all; a caller without the secret is dropped.
   */
  private void answer(SocketChannel caller) {
    try {
      PeerIdentity found =
          handshake.answer(caller.socket(), joining::verdict, Acceptor.HANDSHAKE, deadline());
      acceptor.proven(caller);
      joining.add(found.rank(), new PeerSocket(caller, false, found.certificate()));
    } catch (PeerException e) {
      Acceptor.closeQuietly(caller);
      joining.fail(e);
    } catch (IOException | RuntimeException e) {
      acceptor.refuse(caller, e);
    }
  }

  private void stop(Throwable why) {
    joining.fail(
        new PeerException(
            rank,
            "rank %d cannot accept connections on %s: %s".formatted(rank, address, why),
            why));
  }

  private Duration deadline() {
    return settings.limits().deadline();
  }

  /** Stops listening; a transport that was made stays open. */
  @Override
  public void close() {
    acceptor.close();
    if (!connected) {
      joining.close();
    }
  }

  /** The connections to the other ranks, in any order of arrival. */
  private final class Joining {
    private final List<CompletableFuture<PeerSocket>> sockets;

    Joining(int size) {
      sockets = Stream.generate(CompletableFuture<PeerSocket>::new).limit(size).toList();
    }

    String verdict(int caller, Handshake.Role role) {
      if (role != Handshake.Role.DATA) {
        return "this is rank %d, not the rendezvous".formatted(rank);
      }
      if (caller <= rank) {
        return "rank %d does not call rank %d, it is called".formatted(caller, rank);
      }
      return sockets.get(caller).isDone() ? "rank %d has come already".formatted(caller) : "";
    }

    void add(int peer, PeerSocket socket) {
      if (!sockets.get(peer).complete(socket)) {
        Acceptor.closeQuietly(socket.channel());
      }
    }

    void fail(PeerException why) {
      sockets.forEach(socket -> socket.completeExceptionally(why));
    }

    PeerSocket[] await() {
      PeerSocket[] all = new PeerSocket[sockets.size()];
      long until = System.nanoTime() + deadline().toNanos();
      for (int peer = 0; peer < all.length; peer++) {
        if (peer != rank) {
          all[peer] = await(peer, until - System.nanoTime());
        }
      }
      return all;
    }

    private PeerSocket await(int peer, long nanos) {
      try {
        return sockets.get(peer).get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
      } catch (ExecutionException e) {
        throw ((PeerException) e.getCause()).seenBy(rank, "joining the run");
      } catch (TimeoutException e) {
        throw PeerException.late(
            rank, peer, "its connection, to join the run" + acceptor.refused(), deadline());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw PeerException.interrupted(rank, "joining the run", e);
      }
    }

    void close() {
      fail(PeerException.closed(rank));
      for (CompletableFuture<PeerSocket> socket : sockets) {
        if (!socket.isCompletedExceptionally()) {
          Acceptor.closeQuietly(socket.join().channel());
        }
      }
    }
  }
}
