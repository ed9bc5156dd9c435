package dev.atoll.comm.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atoll.comm.PeerException;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
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
 * The first words on a connection: both ends show who they are, and prove that they know the run's
 * secret by a keyed digest (HMAC-SHA256) of everything said so far, which holds a fresh random
 * number of each. The secret itself is never sent.
 *
 * <pre>
 * caller                                              host
 *   ATOLL, version ──────────────────────────────────▶
 *   ◀────────────────────────────── ATOLL, version       (or not: then both know)
 *   run, size, rank, role, random, certificate ──────▶
 *   ◀────── verdict │ run, size, rank, random, certificate, proof
 *   proof ───────────────────────────────────────────▶
 *   ◀───────────────────────────────────────── verdict
 * </pre>
 *
 * A certificate is named by its digest, so that the TLS that follows is bound to the secret. A
 * verdict is empty, or says in words what does not fit: both ends then fail with those words.
 */
final class Handshake {
  static final int VERSION = 1;
  private static final int MAGIC = 0x41544F4C; // "ATOL"
  private static final int RANDOM_BYTES = 32;
  private static final int LONGEST = 1 << 12;

  private final RunIdentity run;
  private final int rank;
  private final byte[] certificate;
  private final int version;

  /** What is learned of the other end. */
  record Met(int rank, Role role, String certificate) {}

  /** What a connection is for. */
  enum Role {
    /** Messages between ranks. */
    DATA,
    /** Asking for the others' addresses. */
    ADDRESSES
  }

  /** Decides whether a caller that fits otherwise may come in; empty, or why not. */
  @FunctionalInterface
  interface Door {
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

  /** Speaks first. */
  Met call(Socket socket, Role role, Duration deadline) throws IOException {
    Wire wire = new Wire(socket, deadline);
    wire.sendVersion(version);
    checkVersion(wire.receiveVersion(), socket);
    byte[] mine = introduction(role);
    wire.send(mine);
    refuseIfTold(wire.receiveText(), socket);
    byte[] theirs = wire.receive();
    byte[] proof = wire.receive();
    wire.send(proof("caller", mine, theirs));
    boolean known = MessageDigest.isEqual(proof, proof("host", mine, theirs));
    refuseIfTold(wire.receiveText(), socket);
    if (!known) {
      throw refused(socket, wrongSecret(-1));
    }
    return read(theirs);
  }

  /**
   * Speaks second.
   *
   * @return null when the other end does not speak this language at all
   */
  Met answer(Socket socket, Door door, Duration deadline) throws IOException {
    Wire wire = new Wire(socket, deadline);
    int theirVersion = wire.receiveVersion();
    if (theirVersion < 0) {
      return null;
    }
    wire.sendVersion(version);
    checkVersion(theirVersion, socket);
    byte[] theirs = wire.receive();
    Met met = read(theirs);
    String verdict = misfit(theirs, met);
    if (verdict.isEmpty()) {
      verdict = door.verdict(met.rank(), met.role());
    }
    wire.sendText(verdict);
    refuse(verdict, met.rank(), socket);
    byte[] mine = introduction(met.role());
    wire.send(mine);
    wire.send(proof("host", theirs, mine));
    boolean known = MessageDigest.isEqual(wire.receive(), proof("caller", theirs, mine));
    verdict = known ? "" : wrongSecret(met.rank());
    wire.sendText(verdict);
    refuse(verdict, met.rank(), socket);
    return met;
  }

  private void checkVersion(int theirs, Socket socket) {
    if (theirs != version) {
      throw refused(
          socket,
          theirs < 0
              ? "it is no Atoll, or of another run"
              : "protocol version "
                  + theirs
                  + " there, "
                  + version
                  + " here:"
                  + " all ranks must run the same version of Atoll");
    }
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

  private static Met read(byte[] introduction) throws IOException {
    DataInputStream in = reader(introduction);
    in.readUTF();
    in.readInt();
    int rank = in.readInt();
    Role role = in.readBoolean() ? Role.DATA : Role.ADDRESSES;
    return new Met(rank, role, in.readUTF());
  }

  /** What does not fit in a caller's introduction, or nothing. */
  private String misfit(byte[] introduction, Met met) throws IOException {
    DataInputStream in = reader(introduction);
    String theirRun = in.readUTF();
    int theirSize = in.readInt();
    if (!theirRun.equals(run.id())) {
      return "it belongs to run " + theirRun + ", this is run " + run.id();
    }
    if (theirSize != run.size()) {
      return "it was told of " + theirSize + " ranks, this run has " + run.size();
    }
    if (met.rank() < 0 || met.rank() >= run.size()) {
      return "there is no rank " + met.rank() + " in a run of " + run.size();
    }
    if (met.role() == Role.DATA && met.certificate().isEmpty() != (certificate.length == 0)) {
      return "one end encrypts and the other does not: use TLS on all ranks or on none";
    }
    return "";
  }

  private static String wrongSecret(int rank) {
    String who = rank < 0 ? "it" : "rank " + rank;
    return who + " has another secret than this run: start all ranks with the same one";
  }

  private byte[] proof(String end, byte[] caller, byte[] host) {
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

  private void refuseIfTold(String verdict, Socket socket) {
    if (!verdict.isEmpty()) {
      throw new PeerException(
          rank,
          "rank " + rank + " was refused by " + socket.getRemoteSocketAddress() + ": " + verdict);
    }
  }

  private void refuse(String verdict, int caller, Socket socket) {
    if (!verdict.isEmpty()) {
      throw new PeerException(
          caller,
          "rank "
              + rank
              + " refused "
              + socket.getRemoteSocketAddress()
              + ", which says it is rank "
              + caller
              + ": "
              + verdict);
    }
  }

  private PeerException refused(Socket socket, String why) {
    return new PeerException(
        rank, "rank " + rank + " cannot work with " + socket.getRemoteSocketAddress() + ": " + why);
  }

  /** Short records on a socket; never reads more than it needs. */
  private static final class Wire {
    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    Wire(Socket socket, Duration deadline) throws IOException {
      this.socket = socket;
      socket.setSoTimeout(Math.toIntExact(Math.max(1, deadline.toMillis())));
      in = new DataInputStream(socket.getInputStream());
      out = new DataOutputStream(socket.getOutputStream());
    }

    void sendVersion(int version) throws IOException {
      out.write(java.nio.ByteBuffer.allocate(8).putInt(MAGIC).putInt(version).array());
    }

    /** The other end's version, or −1 when it speaks another language or nothing. */
    int receiveVersion() throws IOException {
      try {
        return in.readInt() == MAGIC ? in.readInt() : -1;
      } catch (EOFException | SocketTimeoutException e) {
        return -1;
      }
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
            "a record of " + length + " bytes from " + socket.getRemoteSocketAddress());
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
