package dev.atoll.comm.tcp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.PeerException;
import dev.atoll.comm.tcp.Handshake.PeerIdentity;
import dev.atoll.comm.tcp.Handshake.Role;
import dev.atoll.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rank 1 calls rank 0 of a run of two, on one connection. */
@Timeout(180)
class HandshakeTest {
  private static final Duration TIME = Await.MOST;
  private static final Duration AFTERWARDS = Duration.ofMillis(1234);
  private static final RunIdentity RUN = new RunIdentity("today", "secret", 2);
  private static final byte[] PLAIN = {};

  private Socket calling;
  private Socket answering;

  @BeforeEach
  void connect() throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket server = new ServerSocket(0, 1, here)) {
      calling = new Socket(here, server.getLocalPort());
      answering = server.accept();
    }
  }

  @AfterEach
  void close() throws IOException {
    calling.close();
    answering.close();
  }

  /** The identity of the other end, or why not. */
  private record Outcomes(Object ofCaller, Object ofHost) {
    void assertBothNamed(String words) {
      for (Object outcome : new Object[] {ofCaller, ofHost}) {
        String message = assertInstanceOf(PeerException.class, outcome).getMessage();
        assertTrue(message.endsWith(": " + words), message);
      }
    }
  }

  private Outcomes meet(Handshake caller, Role role, Handshake host, String verdict) {
    var ofHost =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return host.answer(answering, (_, _) -> verdict, TIME, AFTERWARDS);
              } catch (IOException | PeerException e) {
                return e;
              }
            });
    try {
      return new Outcomes(caller.call(calling, role, AFTERWARDS), ofHost.join());
    } catch (IOException | PeerException e) {
      return new Outcomes(e, ofHost.join());
    }
  }

  private Outcomes meet(RunIdentity callersRun, int rank, byte[] certificate) {
    var caller = new Handshake(callersRun, rank, certificate);
    return meet(caller, Role.DATA, new Handshake(RUN, 0, PLAIN), "");
  }

  @Test
  void bothEndsLearnWhoTheOtherIs() throws IOException {
    var caller = new Handshake(RUN, 1, new byte[] {1, (byte) 0xab});
    var host = new Handshake(RUN, 0, new byte[] {2});
    for (Role role : Role.values()) {
      Outcomes found = meet(caller, role, host, "");
      assertEquals(new PeerIdentity(0, role, "02"), found.ofCaller);
      assertEquals(new PeerIdentity(1, role, "01ab"), found.ofHost);
      assertEquals(1234, calling.getSoTimeout());
      assertEquals(1234, answering.getSoTimeout());
    }
  }

  @Test
  void aVerdictIsReadByBothEnds() {
    var caller = new Handshake(RUN, 1, PLAIN);
    meet(caller, Role.DATA, new Handshake(RUN, 0, PLAIN), "it is there already")
        .assertBothNamed("it is there already");
  }

  @Test
  void aLongVerdictIsCut() {
    var caller = new Handshake(RUN, 1, PLAIN);
    Outcomes found = meet(caller, Role.DATA, new Handshake(RUN, 0, PLAIN), "x".repeat(5000));
    String message = assertInstanceOf(PeerException.class, found.ofCaller).getMessage();
    assertTrue(message.endsWith(": " + "x".repeat(4096)), message);
  }

  @Test
  void runsAndRanksMustFit() throws IOException {
    meet(new RunIdentity("yesterday", "secret", 2), 1, PLAIN)
        .assertBothNamed("it belongs to run yesterday, this is run today");
    reconnect();
    meet(new RunIdentity("today", "secret", 3), 1, PLAIN)
        .assertBothNamed("it expects 3 ranks, this run has 2");
    for (int rank : new int[] {-1, 2}) {
      reconnect();
      meet(RUN, rank, PLAIN).assertBothNamed("there is no rank %d in a run of 2".formatted(rank));
    }
    reconnect();
    assertEquals(new PeerIdentity(0, Role.DATA, ""), meet(RUN, 0, PLAIN).ofHost);
  }

  private void reconnect() throws IOException {
    close();
    connect();
  }

  /** Connections that register at the rendezvous are not encrypted. */
  @Test
  void bothEndsEncryptOrNone() throws IOException {
    meet(RUN, 1, new byte[] {1})
        .assertBothNamed(
            "one end encrypts and the other does not: use TLS on all ranks or on none");
    reconnect();
    var caller = new Handshake(RUN, 1, new byte[] {1});
    Outcomes found = meet(caller, Role.ADDRESSES, new Handshake(RUN, 0, PLAIN), "");
    assertEquals(new PeerIdentity(1, Role.ADDRESSES, "01"), found.ofHost);
  }

  @Test
  void anotherSecretIsNamedAndHasNoEffectOnTheHost() {
    Outcomes found = meet(new RunIdentity("today", "guessed", 2), 1, PLAIN);
    String words = " has another secret than this run: start all ranks with the same one";
    String ofCaller = assertInstanceOf(PeerException.class, found.ofCaller).getMessage();
    assertTrue(ofCaller.endsWith(": it" + words), ofCaller);
    assertEquals("rank 1" + words, assertInstanceOf(IOException.class, found.ofHost).getMessage());
  }

  /** Otherwise whoever finds the port could guess a weak secret at leisure. */
  @Test
  void aCallerWithoutTheSecretGetsNoProof() throws Exception {
    var host = new Handshake(RUN, 0, PLAIN);
    var refused =
        CompletableFuture.supplyAsync(
            () ->
                assertThrows(
                    IOException.class,
                    () -> host.answer(answering, (_, _) -> "", TIME, AFTERWARDS)));
    byte[] version = {'A', 'T', 'O', 'L', 0, 0, 0, Handshake.VERSION};
    byte[] introduction = new byte[2 + 4 + 4 + 1 + 2 + 32]; // without a name or a certificate
    var out = new DataOutputStream(calling.getOutputStream());
    var in = new DataInputStream(calling.getInputStream());
    out.write(version);
    assertArrayEquals(version, in.readNBytes(version.length));
    out.writeShort(introduction.length);
    out.write(introduction);
    in.skipNBytes(in.readUnsignedShort()); // the host's introduction
    out.writeShort(32);
    out.write(new byte[32]);
    assertEquals(0, in.readUnsignedShort(), "no proof");
    assertTrue(refused.get().getMessage().contains("another secret"));
  }

  @Test
  void rankZeroCanHaveAnotherSecretToo() {
    Outcomes found = meet(new RunIdentity("today", "guessed", 2), 0, PLAIN);
    String message = assertInstanceOf(IOException.class, found.ofHost).getMessage();
    assertTrue(message.startsWith("rank 0 has another secret"), message);
  }

  /**
   * A recorded handshake proves nothing when it is repeated, since both ends add random numbers.
   */
  @Test
  void aRecordedHandshakeIsRefused() throws IOException {
    var sent = new ByteArrayOutputStream();
    Socket direct = calling;
    calling =
        new Socket() {
          @Override
          public InputStream getInputStream() throws IOException {
            return direct.getInputStream();
          }

          @Override
          public OutputStream getOutputStream() {
            return new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                sent.write(b);
                direct.getOutputStream().write(b);
              }
            };
          }
        };
    assertEquals(new PeerIdentity(1, Role.DATA, ""), meet(RUN, 1, PLAIN).ofHost);
    direct.close();
    reconnect();
    String message = refusal(sent.toByteArray()).getMessage();
    assertTrue(message.startsWith("rank 1 has another secret"), message);
  }

  @Test
  void singleBytesAreTimedToo() throws IOException {
    var late = new TimedInput(answering, Duration.ofMillis(1));
    assertThrows(SocketTimeoutException.class, late::read);
  }

  /** Bytes that come one by one do not lengthen the time for a handshake. */
  @Test
  void theTimeOfASlowCallerEndsThoughBytesCome() throws IOException {
    var seconds = new AtomicLong();
    var slow = new TimedInput(answering, TIME, () -> seconds.get() * 1_000_000_000);
    calling.getOutputStream().write(new byte[] {5, 6, 7});
    assertEquals(5, slow.read());
    seconds.set(TIME.toSeconds() - 1);
    assertEquals(6, slow.read());
    assertEquals(1000, answering.getSoTimeout(), "the rest of the time");
    seconds.set(TIME.toSeconds());
    assertThrows(SocketTimeoutException.class, slow::read);
    assertThrows(SocketTimeoutException.class, () -> slow.read(new byte[1], 0, 1));
  }

  @Test
  void anotherVersionIsNamedByBothEnds() {
    var caller = new Handshake(RUN, 1, PLAIN, 7);
    Outcomes found = meet(caller, Role.DATA, new Handshake(RUN, 0, PLAIN, 6), "");
    String ofCaller = assertInstanceOf(PeerException.class, found.ofCaller).getMessage();
    assertTrue(
        ofCaller.endsWith(
            ": protocol version 6 there, 7 here: all ranks must run the same version of Atoll"),
        ofCaller);
    assertEquals(
        "it speaks protocol version 7, this run 6",
        assertInstanceOf(IOException.class, found.ofHost).getMessage());
  }

  @Test
  void aHostThatIsNoRankIsNamed() throws IOException {
    answering.getOutputStream().write("HTTP/1.1 400 Bad Request".getBytes(US_ASCII));
    assertNoRank();
    reconnect(); // and sends nothing
    assertNoRank();
  }

  private void assertNoRank() {
    var caller = new Handshake(RUN, 1, PLAIN);
    var e =
        assertThrows(
            PeerException.class, () -> caller.call(calling, Role.DATA, Duration.ofMillis(50)));
    assertTrue(
        e.getMessage().endsWith(": it is not a rank of Atoll, or belongs to another run"),
        e.getMessage());
  }

  private IOException refusal(byte[] sent) throws IOException {
    return refusal(sent, TIME);
  }

  private IOException refusal(byte[] sent, Duration time) throws IOException {
    calling.getOutputStream().write(sent);
    var host = new Handshake(RUN, 0, PLAIN);
    return assertThrows(
        IOException.class, () -> host.answer(answering, (_, _) -> "", time, AFTERWARDS));
  }

  private void assertAwaitedInVain(byte[] sent) throws IOException {
    assertInstanceOf(SocketTimeoutException.class, refusal(sent, Duration.ofMillis(50)));
  }

  @Test
  void aCallerThatIsNoRankIsRefused() throws IOException {
    assertEquals(
        "it does not speak the protocol of Atoll",
        refusal("GET / HTTP".getBytes(US_ASCII)).getMessage());
    reconnect();
    assertAwaitedInVain(new byte[] {'A', 'T', 'O', 'L'});
  }

  @Test
  void recordsHaveABound() throws IOException {
    byte[] atTheBound = {'A', 'T', 'O', 'L', 0, 0, 0, Handshake.VERSION, 0x10, 0};
    assertAwaitedInVain(atTheBound);
    reconnect();
    byte[] above = {'A', 'T', 'O', 'L', 0, 0, 0, Handshake.VERSION, 0x10, 1};
    String message = refusal(above).getMessage();
    assertTrue(message.startsWith("a record of 4097 bytes from "), message);
  }

  /** Parts of other lengths are other parts, though their bytes are the same in a row. */
  @Test
  void proofsAreOfAllParts() {
    var handshake = new Handshake(RUN, 0, PLAIN);
    byte[] proof = handshake.proof("host", new byte[257], new byte[0]);
    assertEquals(32, proof.length);
    var other = new Handshake(new RunIdentity("today", "guessed", 2), 0, PLAIN);
    for (byte[] changed :
        List.of(
            handshake.proof("host", new byte[256], new byte[1]),
            handshake.proof("host", new byte[1], new byte[256]),
            handshake.proof("tosh", new byte[257], new byte[0]),
            handshake.proof("host", Arrays.copyOf(new byte[] {1}, 257), new byte[0]),
            other.proof("host", new byte[257], new byte[0]))) {
      assertFalse(Arrays.equals(proof, changed));
    }
  }

  @Test
  void runsHaveASecretThatIsNotShown() {
    RunIdentity run = RunIdentity.random(3);
    assertEquals(64, run.secret().length());
    assertNotEquals(run.secret(), RunIdentity.random(3).secret());
    assertEquals("run %s of 3 ranks".formatted(run.id()), run.toString());
    assertThrows(IllegalArgumentException.class, () -> new RunIdentity("today", "", 2));
    assertThrows(IllegalArgumentException.class, () -> new RunIdentity("today", "secret", 0));
    assertEquals(1, new RunIdentity("today", "secret", 1).size());
  }
}
