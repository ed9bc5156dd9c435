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
 * Where the ranks of a run find each other: each tells its address, and when all have come each is
 * told those of all. Opened by rank 0 or by the launcher. One rank that does not fit ends the
 * joining of all, with its reason.
 */
public final class Rendezvous implements AutoCloseable {
  private static final int NOBODY = -1;

  private final RunIdentity run;
  private final Duration deadline;
  private final Listening listening;
  private final Handshake handshake;
  private final InetSocketAddress[] came;
  private final CompletableFuture<List<InetSocketAddress>> all = new CompletableFuture<>();

  private Rendezvous(RunIdentity run, TcpSettings settings) {
    this.run = run;
    deadline = settings.limits().deadline();
    came = new InetSocketAddress[run.size()];
    handshake = new Handshake(run, NOBODY, new byte[0]);
    listening = Listening.on(settings.host(), settings.port());
    listening.accept("rendezvous", this::answer);
  }

  /** Begins to listen on the host and port of the settings. */
  public static Rendezvous open(RunIdentity run, TcpSettings settings) {
    return new Rendezvous(run, settings);
  }

  public InetSocketAddress address() {
    return listening.address();
  }

  /**
   * Waits until all ranks have come.
   *
   * @throws PeerException when one did not fit, or some did not come in time
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
          "the rendezvous waited "
              + deadline.toMillis()
              + " ms for ranks "
              + missing
              + " of "
              + run.size()
              + ", which did not come: were they started?",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PeerException.interrupted(NOBODY, "waiting at the rendezvous", e);
    }
  }

  private synchronized List<Integer> missing() {
    return IntStream.range(0, came.length).filter(r -> came[r] == null).boxed().toList();
  }

  private void answer(SocketChannel caller) {
    try (caller) {
      Socket socket = caller.socket();
      Handshake.Met met = handshake.answer(socket, this::verdict, deadline);
      if (met != null) {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        come(met.rank(), address(in, socket));
        tell(new DataOutputStream(socket.getOutputStream()));
      }
    } catch (PeerException e) {
      all.completeExceptionally(e);
    } catch (IOException e) {
      all.completeExceptionally(
          new PeerException(NOBODY, "a rank left the rendezvous before all had come: " + e, e));
    }
  }

  private synchronized String verdict(int rank, Handshake.Role role) {
    if (role != Handshake.Role.ADDRESSES) {
      return "this is the rendezvous, not a rank";
    }
    return came[rank] != null ? "rank " + rank + " has come already" : "";
  }

  /** Who listens on all addresses is reached by the one it called from. */
  private static InetSocketAddress address(DataInputStream in, Socket socket) throws IOException {
    InetAddress told = InetAddress.getByName(in.readUTF());
    InetAddress reached = told.isAnyLocalAddress() ? socket.getInetAddress() : told;
    return new InetSocketAddress(reached, in.readInt());
  }

  private synchronized void come(int rank, InetSocketAddress address) {
    if (came[rank] != null) {
      throw new PeerException(rank, "rank " + rank + " came to the rendezvous twice");
    }
    came[rank] = address;
    if (missing().isEmpty()) {
      all.complete(List.copyOf(Arrays.asList(came)));
    }
  }

  private void tell(DataOutputStream out) throws IOException {
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

  /** A rank's part: tells its own address, learns those of all. */
  static List<InetSocketAddress> ask(
      InetSocketAddress rendezvous,
      RunIdentity run,
      int rank,
      InetSocketAddress own,
      Duration deadline) {
    try (SocketChannel channel = Calling.call(rank, rendezvous, deadline)) {
      Socket socket = channel.socket();
      new Handshake(run, rank, new byte[0]).call(socket, Handshake.Role.ADDRESSES, deadline);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeUTF(own.getAddress().getHostAddress());
      out.writeInt(own.getPort());
      return read(new DataInputStream(socket.getInputStream()));
    } catch (IOException e) {
      throw new PeerException(
          NOBODY, "rank " + rank + " lost the rendezvous at " + rendezvous + ": " + e, e);
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
    listening.close();
    all.completeExceptionally(new PeerException(NOBODY, "the rendezvous was closed"));
  }
}
