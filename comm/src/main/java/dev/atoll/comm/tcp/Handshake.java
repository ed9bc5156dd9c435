package dev.atoll.comm.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atoll.comm.PeerException;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The first records on a connection: both ends identify themselves, and prove that they know the
 * run's secret by a keyed digest (HMAC-SHA256) of both introductions, which hold a fresh random
 * number each. The secret itself is never sent. The host sends its proof only to a caller with a
 * correct proof, otherwise an empty record: a caller that only found the port gets no digest by
 * which to guess the secret.
 *
 * <pre>
 * caller                                              host
 *   ATOLL, version ──────────────────────────────────▶
 *   ◀────────────────────────────── ATOLL, version       (or not: then both know)
 *   run, size, rank, role, random, certificate ──────▶
 *   ◀─────────────── run, size, rank, random, certificate
 *   proof ───────────────────────────────────────────▶
 *   ◀────────────────────────────────── proof, verdict
 * </pre>
 *
 * A certificate is identified by its digest, so that the TLS session that follows is bound to the
 * secret. A verdict is empty, or describes the mismatch. Until the caller has proven that it knows
 * the secret, nothing it sends has an effect on the run: the host drops it with an {@link
 * IOException}. After that a mismatch fails both ends, with the text of the verdict.
 */
final class Handshake {
  static final int VERSION = 3;
  private static final int MAGIC = 0x41544F4C; // "ATOL"
  private static final int RANDOM_BYTES = 32;
  private static final int LONGEST = 1 << 12;
  private static final int NO_VERSION = -1;

  private final RunIdentity run;
  private final int rank;
  private final byte[] certificate;
  private final int version;

  /** The identity of the other end. */
  record PeerIdentity(int rank, Role role, String certificate) {}

  /** The use of a connection. */
  enum Role {
    /** Messages between ranks. */
    DATA,
    /** Registration at the rendezvous. */
    ADDRESSES
  }

  /**
   * Decides whether a caller of this run is admitted; the verdict is empty, or the reason why not.
   */
  @FunctionalInterface
  interface Admission {
    String verdict(int rank, Role role);
  }

  Handshake(RunIdentity run, int rank, byte[] certificate) {
    this(run, rank, certificate, VERSION);
  }

  Handshake(RunIdentity run, int rank, byte[] certificate, int version) {
    this.run = run;
    this.rank = rank;
    this.certificate = certificate;
    this.version = version;
  }

  /**
   * Opens the handshake, as the caller.
   *
   * @throws IOException when the host ends the connection before it has answered
   */
  PeerIdentity call(Socket socket, Role role, Duration deadline) throws IOException {
    Wire wire = new Wire(socket, deadline);
    wire.sendVersion(version);
    checkVersion(wire, socket);
    byte[] mine = introduction(role);
    wire.send(mine);
    byte[] theirs = wire.receive();
    wire.send(proof("caller", mine, theirs));
    boolean known = MessageDigest.isEqual(wire.receive(), proof("host", mine, theirs));
    String verdict = wire.receiveText();
    if (!known) {
      throw refused(socket, wrongSecret(-1));
    }
    if (!verdict.isEmpty()) {
      throw new PeerException(
          rank,
          "rank %d was refused by %s: %s"
              .formatted(rank, socket.getRemoteSocketAddress(), verdict));
    }
    wire.lift(deadline);
    return read(theirs);
  }

  private void checkVersion(Wire wire, Socket socket) throws IOException {
    int theirs;
    try {
      theirs = wire.receiveVersion();
    } catch (SocketTimeoutException silent) {
      theirs = NO_VERSION;
    }
    if (theirs != version) {
      throw refused(
          socket,
          theirs == NO_VERSION
              ? "it is not a rank of Atoll, or belongs to another run"
              : "protocol version %d there, %d here: all ranks must run the same version of Atoll"
                  .formatted(theirs, version));
    }
  }

  /**
   * Answers a handshake, as the host.
   *
   * @param time limit of the whole handshake
   * @param afterwards the longest wait for later bytes of an admitted caller
   * @throws IOException if the caller has not proven that it knows the secret, with the reason
   * @throws PeerException if it has, but belongs to another run
   */
  PeerIdentity answer(Socket socket, Admission admission, Duration time, Duration afterwards)
      throws IOException {
    Wire wire = new Wire(socket, time);
    int theirVersion = wire.receiveVersion();
    if (theirVersion == NO_VERSION) {
      throw new IOException("it does not speak the protocol of Atoll");
    }
    wire.sendVersion(version);
    if (theirVersion != version) {
      throw new IOException(
          "it speaks protocol version %d, this run %d".formatted(theirVersion, version));
    }
    byte[] theirs = wire.receive();
    PeerIdentity found = read(theirs);
    byte[] mine = introduction(found.role());
    wire.send(mine);
    boolean known = MessageDigest.isEqual(wire.receive(), proof("caller", theirs, mine));
    wire.send(known ? proof("host", theirs, mine) : new byte[0]);
    if (!known) {
      String verdict = wrongSecret(found.rank());
      wire.sendText(verdict);
      throw new IOException(verdict);
    }
    String misfit = misfit(theirs, found);
    String verdict = misfit.isEmpty() ? admission.verdict(found.rank(), found.role()) : misfit;
    wire.sendText(verdict);
    if (!verdict.isEmpty()) {
      throw new PeerException(
          found.rank(),
          "rank %d refused %s, which says it is rank %d: %s"
              .formatted(rank, socket.getRemoteSocketAddress(), found.rank(), verdict));
    }
    wire.lift(afterwards);
    return found;
  }

  private byte[] introduction(Role role) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF(run.id());
    out.writeInt(run.size());
    out.writeInt(rank);
    out.writeBoolean(role == Role.DATA);
    out.writeUTF(java.util.HexFormat.of().formatHex(certificate));
    out.write(RunIdentity.randomBytes(RANDOM_BYTES));
    return bytes.toByteArray();
  }

  private static DataInputStream reader(byte[] introduction) {
    return new DataInputStream(new java.io.ByteArrayInputStream(introduction));
  }

  private static PeerIdentity read(byte[] introduction) throws IOException {
    DataInputStream in = reader(introduction);
    in.readUTF();
    in.readInt();
    int rank = in.readInt();
    Role role = in.readBoolean() ? Role.DATA : Role.ADDRESSES;
    return new PeerIdentity(rank, role, in.readUTF());
  }

  /** Describes the difference between a caller's run and this one; empty if there is none. */
  private String misfit(byte[] introduction, PeerIdentity found) throws IOException {
    DataInputStream in = reader(introduction);
    String theirRun = in.readUTF();
    int theirSize = in.readInt();
    if (!theirRun.equals(run.id())) {
      return "it belongs to run %s, this is run %s".formatted(theirRun, run.id());
    }
    if (theirSize != run.size()) {
      return "it expects %d ranks, this run has %d".formatted(theirSize, run.size());
    }
    if (found.rank() < 0 || found.rank() >= run.size()) {
      return "there is no rank %d in a run of %d".formatted(found.rank(), run.size());
    }
    if (found.role() == Role.DATA && found.certificate().isEmpty() != (certificate.length == 0)) {
      return "one end encrypts and the other does not: use TLS on all ranks or on none";
    }
    return "";
  }

  private static String wrongSecret(int rank) {
    String who = rank < 0 ? "it" : "rank " + rank;
    return who + " has another secret than this run: start all ranks with the same one";
  }

  /** A keyed digest of two records, which needs the secret. */
  byte[] proof(String end, byte[] caller, byte[] host) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(run.secret().getBytes(UTF_8), "HmacSHA256"));
      for (byte[] part : new byte[][] {end.getBytes(UTF_8), caller, host}) {
        mac.update((byte) (part.length >> 8));
        mac.update((byte) part.length);
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HMAC-SHA256 is part of every JDK", e);
    }
  }

  private PeerException refused(Socket socket, String why) {
    return new PeerException(
        rank,
        "rank %d cannot work with %s: %s".formatted(rank, socket.getRemoteSocketAddress(), why));
  }

  /** Short records on a socket; never reads more than it needs. */
  private static final class Wire {
    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    /**
     * @param time for all records together, however slowly their bytes come
     */
    Wire(Socket socket, Duration time) throws IOException {
      this.socket = socket;
      in = new DataInputStream(new TimedInput(socket, time));
      out = new DataOutputStream(socket.getOutputStream());
    }

    /** Later reads of the socket wait for so long. */
    void lift(Duration each) throws IOException {
      socket.setSoTimeout(Math.toIntExact(Math.max(1, each.toMillis())));
    }

    void sendVersion(int version) throws IOException {
      out.write(java.nio.ByteBuffer.allocate(8).putInt(MAGIC).putInt(version).array());
    }

    /** The other end's version, or {@link #NO_VERSION} when it uses another protocol. */
    int receiveVersion() throws IOException {
      return in.readInt() == MAGIC ? Math.max(0, in.readInt()) : NO_VERSION;
    }

    void send(byte[] record) throws IOException {
      byte[] whole = new byte[record.length + 2];
      whole[0] = (byte) (record.length >> 8);
      whole[1] = (byte) record.length;
      System.arraycopy(record, 0, whole, 2, record.length);
      out.write(whole);
    }

    byte[] receive() throws IOException {
      int length = in.readUnsignedShort();
      if (length > LONGEST) {
        throw new IOException(
            "a record of %d bytes from %s: expected at most %d"
                .formatted(length, socket.getRemoteSocketAddress(), LONGEST));
      }
      byte[] record = new byte[length];
      in.readFully(record);
      return record;
    }

    void sendText(String text) throws IOException {
      byte[] bytes = text.getBytes(UTF_8);
      send(Arrays.copyOf(bytes, Math.min(bytes.length, LONGEST)));
    }

    String receiveText() throws IOException {
      return new String(receive(), UTF_8);
    }
  }
}
