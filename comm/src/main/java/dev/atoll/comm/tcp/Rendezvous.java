package dev.atoll.comm.tcp;

import dev.atoll.comm.PeerException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/**
 * The meeting point of a run: every rank registers its address, and once all have, each receives
 * the addresses of all; then it listens no more. Opened by rank 0 or by the launcher. A rank that
 * knows the run's secret and does not fit ends the joining of all, with its reason; callers without
 * the secret are dropped.
 */
public final class Rendezvous implements AutoCloseable {
  private static final int NOBODY = -1;

  private final RunIdentity run;
  private final Duration deadline;
  private final Acceptor acceptor;
  private final InetSocketAddress address;
  private final Handshake handshake;
  private final InetSocketAddress[] registered;
  private final CompletableFuture<List<InetSocketAddress>> all = new CompletableFuture<>();

  private Rendezvous(RunIdentity run, TcpSettings settings) {
    this.run = run;
    deadline = settings.limits().deadline();
    registered = new InetSocketAddress[run.size()];
    handshake = new Handshake(run, NOBODY, new byte[0]);
    acceptor = Acceptor.on(settings.host(), settings.port(), run.size());
    address = acceptor.address();
    acceptor.start("rendezvous", this::answer, this::stop);
  }

  /** Starts to listen on the host and port of the settings. */
  public static Rendezvous open(RunIdentity run, TcpSettings settings) {
    return new Rendezvous(run, settings);
  }

  public InetSocketAddress address() {
    return address;
  }

  /**
   * Waits until all ranks have registered.
   *
   * @throws PeerException when one did not fit, or some did not register in time
   */
  public void await() {
    addresses();
  }

  private List<InetSocketAddress> addresses() {
    try {
      return all.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      PeerException why = (PeerException) e.getCause();
      throw new PeerException(why.rank(), why.getMessage(), why);
    } catch (TimeoutException e) {
      List<Integer> missing = missing();
      throw new PeerException(
          missing.getFirst(),
          "the rendezvous waited %d ms for ranks %s of %d, which did not come: were they started?%s"
              .formatted(deadline.toMillis(), missing, run.size(), acceptor.refused()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PeerException.interrupted(NOBODY, "waiting at the rendezvous", e);
    }
  }

  /** The ranks that have not registered yet. */
  synchronized List<Integer> missing() {
    return IntStream.range(0, registered.length)
        .filter(r -> registered[r] == null)
        .boxed()
        .toList();
  }

  private void answer(SocketChannel caller) {
    Handshake.PeerIdentity found;
    try {
      found = handshake.answer(caller.socket(), this::verdict, Acceptor.HANDSHAKE, deadline);
    } catch (PeerException e) {
      Acceptor.closeQuietly(caller);
      all.completeExceptionally(e);
      return;
    } catch (IOException | RuntimeException e) {
      acceptor.refuse(caller, e);
      return;
    }
    acceptor.proven(caller);
    serve(found, caller);
  }

  /** Registers the address of a rank and sends it the addresses of all ranks. */
  private void serve(Handshake.PeerIdentity found, SocketChannel caller) {
    try (caller) {
      Socket socket = caller.socket();
      DataInputStream in = new DataInputStream(socket.getInputStream());
      register(found.rank(), address(in, socket));
      sendAddresses(new DataOutputStream(socket.getOutputStream()));
    } catch (PeerException e) {
      all.completeExceptionally(e);
    } catch (IOException e) {
      all.completeExceptionally(
          new PeerException(NOBODY, "a rank left the rendezvous before all had come: " + e, e));
    }
  }

  private void stop(Throwable why) {
    all.completeExceptionally(
        new PeerException(
            NOBODY,
            "the rendezvous cannot accept connections on %s: %s".formatted(address, why),
            why));
  }

  private synchronized String verdict(int rank, Handshake.Role role) {
    if (role != Handshake.Role.ADDRESSES) {
      return "this is the rendezvous, not a rank";
    }
    return registered[rank] != null ? "rank %d has come already".formatted(rank) : "";
  }

  /** A rank that listens on all its addresses is reached by the one it called from. */
  private static InetSocketAddress address(DataInputStream in, Socket socket) throws IOException {
    InetAddress announced = InetAddress.getByName(in.readUTF());
    InetAddress reached = announced.isAnyLocalAddress() ? socket.getInetAddress() : announced;
    return new InetSocketAddress(reached, in.readInt());
  }

  private synchronized void register(int rank, InetSocketAddress address) {
    if (registered[rank] != null) {
      throw new PeerException(rank, "rank %d came to the rendezvous twice".formatted(rank));
    }
    registered[rank] = address;
    if (missing().isEmpty()) {
      acceptor.close();
      all.complete(List.copyOf(Arrays.asList(registered)));
    }
  }

  private void sendAddresses(DataOutputStream out) throws IOException {
    try {
      List<InetSocketAddress> addresses = addresses();
      out.writeInt(addresses.size());
      for (InetSocketAddress address : addresses) {
        out.writeUTF(address.getAddress().getHostAddress());
        out.writeInt(address.getPort());
      }
    } catch (PeerException e) {
      out.writeInt(NOBODY);
      out.writeInt(e.rank());
      out.writeUTF(e.getMessage());
    }
  }

  /**
   * Registers the address of a rank; returns those of all ranks, by rank. Waits a little longer
   * than the rendezvous, which then names the missing ranks.
   */
  static List<InetSocketAddress> ask(
      InetSocketAddress rendezvous,
      RunIdentity run,
      int rank,
      InetSocketAddress own,
      Duration deadline) {
    Handshake handshake = new Handshake(run, rank, new byte[0]);
    try (SocketChannel channel =
        Connector.call(rank, rendezvous, handshake, Handshake.Role.ADDRESSES, deadline).channel()) {
      Socket socket = channel.socket();
      socket.setSoTimeout(Math.toIntExact(deadline.plus(Acceptor.HANDSHAKE).toMillis()));
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeUTF(own.getAddress().getHostAddress());
      out.writeInt(own.getPort());
      return read(new DataInputStream(socket.getInputStream()));
    } catch (IOException e) {
      throw new PeerException(
          NOBODY,
          "rank %d lost its connection to the rendezvous at %s: %s".formatted(rank, rendezvous, e),
          e);
    }
  }

  private static List<InetSocketAddress> read(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count == NOBODY) {
      throw new PeerException(in.readInt(), in.readUTF());
    }
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (int r = 0; r < count; r++) {
      addresses.add(new InetSocketAddress(in.readUTF(), in.readInt()));
    }
    return addresses;
  }

  @Override
  public void close() {
    acceptor.close();
    all.completeExceptionally(new PeerException(NOBODY, "the rendezvous was closed"));
  }
}
