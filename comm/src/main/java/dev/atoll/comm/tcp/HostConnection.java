package dev.atoll.comm.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atoll.comm.PeerException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;

/** A machine's connection to the lead of a run; it lasts as long as the run. */
public final class HostConnection implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int MOST_ORDERS = 1 << 24;

  private final SocketChannel channel;
  private final Socket socket;
  private final InetSocketAddress lead;
  private final DataInputStream in;
  private final DataOutputStream out;
  private final String orders;

  private HostConnection(
      SocketChannel channel,
      Socket socket,
      InetSocketAddress lead,
      Handshake handshake,
      String name)
      throws IOException {
    this.channel = channel;
    this.socket = socket;
    this.lead = lead;
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(socket.getOutputStream());
    orders = ask(handshake, name);
  }

  /**
   * Joins the run of a lead; tries again while it does not listen yet. Encrypts where the lead
   * names a certificate in its proof.
   *
   * @param name of this machine among the run's hosts; empty to be known by its address
   * @throws PeerException when the lead does not answer in time, has another secret, or knows no
   *     such host
   */
  public static HostConnection join(
      InetSocketAddress lead, String secret, String name, Duration deadline) {
    Tls own = Tls.selfSigned();
    var handshake = new Handshake(HostRendezvous.identity(secret), 0, own.digest());
    try {
      Connector.Answered answered =
          Connector.call(0, lead, handshake, Handshake.Role.ADDRESSES, deadline);
      SocketChannel channel = answered.channel();
      try {
        Socket socket = secured(channel.socket(), own, answered.peer().certificate());
        return new HostConnection(channel, socket, lead, handshake, name);
      } catch (IOException | RuntimeException e) {
        Acceptor.closeQuietly(channel);
        throw e;
      }
    } catch (PeerException e) {
      throw new PeerException(
          0, "cannot join the run at %s: %s".formatted(lead, withoutRank(e.getMessage())), e);
    } catch (IOException e) {
      throw new PeerException(0, "lost the connection to the run at %s: %s".formatted(lead, e), e);
    }
  }

  private static Socket secured(Socket plain, Tls own, String certificate) throws IOException {
    return certificate.isEmpty() ? plain : own.over(plain, true, certificate);
  }

  /** Machines have no rank yet. */
  private static String withoutRank(String message) {
    return message.startsWith("rank 0 ") ? "it " + message.substring("rank 0 ".length()) : message;
  }

  private String ask(Handshake handshake, String name) throws IOException {
    byte[] nonce = RunIdentity.randomBytes(HostRendezvous.NONCE_BYTES);
    out.writeUTF(name);
    out.write(nonce);
    out.flush();
    String refusal = in.readUTF();
    if (!refusal.isEmpty()) {
      throw new PeerException(0, refusal);
    }
    int length = in.readInt();
    if (length < 0 || length > MOST_ORDERS) {
      throw new IOException("assignment of %d bytes".formatted(length));
    }
    byte[] bytes = in.readNBytes(length);
    byte[] proof = in.readNBytes(HostRendezvous.PROOF_BYTES);
    if (!MessageDigest.isEqual(
        proof, handshake.proof(HostRendezvous.SIGNED, nonce, sha256(bytes)))) {
      throw new IOException("the assignment is not signed with the run's secret");
    }
    return new String(bytes, UTF_8);
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("SHA-256 is part of every JDK", e);
    }
  }

  /** The lead's assignment for this machine, in the caller's format. */
  public String orders() {
    return orders;
  }

  /** The address of this machine by which it reaches the lead. */
  public InetAddress localAddress() {
    return socket.getLocalAddress();
  }

  /**
   * Downloads a file from the lead.
   *
   * @throws IOException when the lead has no such file, or the connection ends
   */
  public void fetch(String name, Path into) throws IOException {
    out.writeUTF(name);
    out.flush();
    long missing = in.readLong();
    if (missing == HostRendezvous.NO_FILE) {
      throw new IOException("the lead at %s has no file %s".formatted(lead, name));
    }
    try (OutputStream file = Files.newOutputStream(into)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      while (missing > 0) {
        missing -= copy(in, file, buffer, missing);
      }
    }
  }

  private static int copy(InputStream from, OutputStream to, byte[] buffer, long most)
      throws IOException {
    int read = from.read(buffer, 0, (int) Math.min(buffer.length, most));
    if (read < 0) {
      throw new EOFException("the connection ended within a file");
    }
    to.write(buffer, 0, read);
    return read;
  }

  /**
   * Reports that this machine is ready, and waits until all machines are.
   *
   * @throws PeerException if the lead has given up, or does not answer within the deadline
   */
  public void awaitBegin(Duration deadline) {
    try {
      socket.setSoTimeout(Math.toIntExact(deadline.toMillis()));
      out.writeUTF("");
      out.flush();
      in.readBoolean();
      socket.setSoTimeout(0);
      socket.setKeepAlive(true);
    } catch (IOException e) {
      throw new PeerException(
          0,
          "the lead at %s ended before all hosts had joined; its own message says why"
              .formatted(lead),
          e);
    }
  }

  /** Waits for the end of the run, by which the lead closes the connection. */
  public void awaitEnd() {
    try {
      in.read();
    } catch (IOException _) {
      // a broken connection is its end, too
    }
  }

  @Override
  public void close() {
    Acceptor.closeQuietly(channel);
  }
}
