package dev.atoll.comm.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atoll.comm.PeerException;
import dev.atoll.comm.tcp.Handshake.PeerIdentity;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The meeting point of the machines of a run, before any rank is started. Each machine proves that
 * it knows the secret, receives its assignment, downloads missing files and reports that it is
 * ready; when all are ready, all begin. Assignments are signed with the secret; files must be
 * checked by the caller. With TLS everything after the proofs is encrypted, with the certificates
 * named in them; without it, everything except the secret is sent in plain text. Opened by the
 * lead; the other machines {@link HostConnection#join} it.
 */
public final class HostRendezvous implements AutoCloseable {
  static final int NONCE_BYTES = 32;
  static final int PROOF_BYTES = 32;
  static final long NO_FILE = -1;
  static final String SIGNED = "orders";

  private final Optional<Tls> tls;
  private final Handshake handshake;
  private final Acceptor acceptor;
  private final Duration deadline;
  private final HostDirectory directory;
  private final Map<String, CompletableFuture<Void>> ready = new LinkedHashMap<>();
  private final Map<String, SocketChannel> present = new LinkedHashMap<>();
  private final CountDownLatch begin = new CountDownLatch(1);
  private volatile String left;
  private volatile boolean closed;

  /** Assigns work to the machines that call. */
  @FunctionalInterface
  public interface HostDirectory {
    /**
     * The assignment of a caller.
     *
     * @param name the name it gives itself; empty if it gives none
     * @param from the remote address of the caller
     * @throws IllegalArgumentException if it is no machine of this run; the message is sent to the
     *     caller
     */
    HostAssignment assignment(String name, InetAddress from);
  }

  /**
   * The assignment of a machine.
   *
   * @param host its name in the run
   * @param orders the assignment, in the caller's format
   * @param files files that the machine may download, by name
   */
  public record HostAssignment(String host, String orders, Map<String, Path> files) {}

  private HostRendezvous(
      String secret,
      Collection<String> hosts,
      TcpSettings settings,
      Duration deadline,
      HostDirectory directory) {
    this.directory = directory;
    this.deadline = deadline;
    hosts.forEach(host -> ready.put(host, new CompletableFuture<>()));
    tls = settings.tls();
    handshake = new Handshake(identity(secret), 0, tls.map(Tls::digest).orElse(new byte[0]));
    acceptor = Acceptor.on(settings.host(), settings.port(), hosts.size());
    acceptor.start("hosts", this::answer, this::stop);
  }

  /**
   * Starts to listen on the host and port of the settings; encrypts where these have TLS.
   *
   * @param hosts that are expected, by name
   * @param deadline for all of them to be ready
   */
  public static HostRendezvous open(
      String secret,
      Collection<String> hosts,
      TcpSettings settings,
      Duration deadline,
      HostDirectory directory) {
    return new HostRendezvous(secret, hosts, settings, deadline, directory);
  }

  /**
   * The identity by which machines prove the secret only: they learn the run's name and size from
   * their assignments.
   */
  static RunIdentity identity(String secret) {
    return new RunIdentity("hosts", secret, 1);
  }

  public InetSocketAddress address() {
    return acceptor.address();
  }

  /**
   * Waits until all machines are ready, and lets them begin.
   *
   * @throws PeerException when some are not in time; names them
   */
  public void begin() {
    begin(deadline);
  }

  void begin(Duration most) {
    long until = System.nanoTime() + most.toNanos();
    for (Map.Entry<String, CompletableFuture<Void>> host : ready.entrySet()) {
      try {
        await(host.getKey(), host.getValue(), until - System.nanoTime());
      } catch (TimeoutException e) {
        throw new PeerException(0, late(most), e);
      }
    }
    acceptor.close();
    begin.countDown();
  }

  private static void await(String host, CompletableFuture<Void> comes, long nanos)
      throws TimeoutException {
    try {
      comes.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw new PeerException(0, e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw PeerException.interrupted(0, "waiting for host " + host, e);
    }
  }

  private synchronized String late(Duration waited) {
    List<String> absent =
        ready.keySet().stream().filter(host -> !present.containsKey(host)).toList();
    List<String> busy =
        ready.entrySet().stream()
            .filter(host -> present.containsKey(host.getKey()) && !host.getValue().isDone())
            .map(Map.Entry::getKey)
            .toList();
    String what =
        absent.isEmpty()
            ? "hosts %s joined, but do not have their data yet".formatted(busy)
            : "hosts %s did not join: is a worker program started there, and can it reach %s?"
                .formatted(absent, address());
    return "waited %d s for all hosts; %s%s"
        .formatted(waited.toSeconds(), what, acceptor.refused());
  }

  /** A machine whose connection ended after all had begun. */
  public Optional<String> left() {
    return Optional.ofNullable(left);
  }

  private void answer(SocketChannel caller) {
    Socket socket;
    try {
      PeerIdentity host =
          handshake.answer(caller.socket(), (_, _) -> "", Acceptor.HANDSHAKE, Acceptor.HANDSHAKE);
      acceptor.proven(caller);
      socket = secured(caller.socket(), host);
      socket.setSoTimeout(Math.toIntExact(deadline.toMillis()));
    } catch (PeerException | IOException e) {
      acceptor.refuse(caller, e);
      return;
    }
    try (caller) {
      serve(caller, socket);
    } catch (IOException _) {
      // the machine has disconnected: it may reconnect, or is reported as missing
    }
  }

  private Socket secured(Socket plain, PeerIdentity host) throws IOException {
    return tls.isPresent() ? tls.get().over(plain, false, host.certificate()) : plain;
  }

  private void serve(SocketChannel caller, Socket socket) throws IOException {
    var in = new DataInputStream(socket.getInputStream());
    var out = new DataOutputStream(socket.getOutputStream());
    String name = in.readUTF();
    byte[] nonce = in.readNBytes(NONCE_BYTES);
    HostAssignment assignment;
    try {
      assignment = directory.assignment(name, socket.getInetAddress());
      enter(assignment.host(), caller);
    } catch (IllegalArgumentException e) {
      out.writeUTF(e.getMessage());
      return;
    }
    try {
      socket.setSoTimeout(0); // from here on the end of this rendezvous is the end of the wait
      sendAssignment(assignment, nonce, out);
      for (String wanted = in.readUTF(); !wanted.isEmpty(); wanted = in.readUTF()) {
        send(assignment.files().get(wanted), out);
      }
      ready.get(assignment.host()).complete(null);
      awaitBegin();
      if (!closed) {
        out.writeBoolean(true);
        in.read();
      }
    } finally {
      leave(assignment.host());
    }
  }

  private synchronized void enter(String host, SocketChannel caller) {
    if (!ready.containsKey(host)) {
      throw new IllegalArgumentException("host %s is not expected".formatted(host));
    }
    if (present.putIfAbsent(host, caller) != null) {
      throw new IllegalArgumentException(
          "host %s has joined already: one worker program starts all its workers".formatted(host));
    }
  }

  private synchronized void leave(String host) {
    present.remove(host);
    if (!closed && begin.getCount() == 0) {
      left = host;
    }
  }

  private void sendAssignment(HostAssignment assignment, byte[] nonce, DataOutputStream out)
      throws IOException {
    byte[] orders = assignment.orders().getBytes(UTF_8);
    out.writeUTF("");
    out.writeInt(orders.length);
    out.write(orders);
    out.write(handshake.proof(SIGNED, nonce, HostConnection.sha256(orders)));
    out.flush();
  }

  private static void send(Path file, DataOutputStream out) throws IOException {
    if (file == null || !Files.isRegularFile(file)) {
      out.writeLong(NO_FILE);
      return;
    }
    out.writeLong(Files.size(file));
    Files.copy(file, out);
    out.flush();
  }

  private void awaitBegin() throws IOException {
    try {
      begin.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void stop(Throwable why) {
    ready.values().forEach(host -> host.completeExceptionally(why));
  }

  /** Ends all connections, by which the machines know that the run is over. */
  @Override
  public void close() {
    closed = true;
    acceptor.close();
    begin.countDown();
    synchronized (this) {
      present.values().forEach(Acceptor::closeQuietly);
    }
  }
}
