package dev.atoll.comm.tcp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.PeerException;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Transport;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.testkit.Await;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Faults: each soon ends all ranks, with a message that names the rank and the cause. */
@Timeout(180)
class FaultsTest {
  private static final Limits LIMITS = new Limits(Await.MOST, 1 << 20);
  private static final TcpSettings SETTINGS = TcpSettings.LOCAL.withLimits(LIMITS);
  private static final TcpSettings HASTY =
      SETTINGS.withLimits(LIMITS.withDeadline(Duration.ofMillis(700)));
  private static final MessageTag TAG = new MessageTag(Purpose.BOUNDARY, 0);

  /** Joins all ranks concurrently; returns by rank a transport or the failure. */
  private static List<Object> outcomes(List<Callable<Transport>> ranks)
      throws InterruptedException {
    List<Object> outcomes = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Transport> joining : threads.invokeAll(ranks)) {
        try {
          outcomes.add(joining.get());
        } catch (ExecutionException e) {
          outcomes.add(e.getCause());
        }
      }
    }
    return outcomes;
  }

  private static Object outcome(Callable<Transport> rank) throws InterruptedException {
    return outcomes(List.of(rank)).getFirst();
  }

  private static Callable<Transport> joining(
      RunIdentity run, int rank, TcpSettings settings, InetSocketAddress rendezvous) {
    return () -> {
      try (Endpoint endpoint = Endpoint.open(run, rank, settings)) {
        return endpoint.join(rendezvous);
      }
    };
  }

  /**
   * The transports of all ranks but one, whose process is killed at some moment: its sockets close.
   */
  private static List<Transport> joinedWithKilled(int size, int victim, CountDownLatch moment)
      throws Exception {
    RunIdentity run = RunIdentity.random(size);
    List<Endpoint> endpoints = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      endpoints.add(Endpoint.open(run, rank, SETTINGS));
    }
    List<InetSocketAddress> addresses = endpoints.stream().map(Endpoint::address).toList();
    Endpoint killed = endpoints.remove(victim);
    Thread.ofVirtual()
        .start(
            () -> {
              killed.sockets(addresses);
              await(moment);
              killed.close();
            });
    List<Callable<Transport>> others = new ArrayList<>();
    endpoints.forEach(endpoint -> others.add(() -> endpoint.connect(addresses)));
    return outcomes(others).stream().map(Transport.class::cast).toList();
  }

  private static void await(CountDownLatch moment) {
    try {
      moment.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A process that is killed once threads of the others wait. */
  private static final class Victim {
    private final CountDownLatch killed = new CountDownLatch(1);
    private final List<Thread> others = new CopyOnWriteArrayList<>();
    private final int count;

    Victim(int count) {
      this.count = count;
    }

    /** Called by each of the others before it waits. */
    void isKilledOnceTheyWait() {
      others.add(Thread.currentThread());
      if (others.size() == count) {
        Thread.ofVirtual().start(this::kill);
      }
    }

    private void kill() {
      try {
        Await.blocked(others);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      } finally {
        killed.countDown();
      }
    }
  }

  /** Asserts the error of two ranks that join while the second one belongs to another run. */
  private static void assertForeignPeerIsNamed(
      RunIdentity run, RunIdentity other, int rank, String words) throws InterruptedException {
    try (Rendezvous rendezvous = Rendezvous.open(run, SETTINGS)) {
      List<Object> outcomes =
          outcomes(
              List.of(
                  joining(run, 0, SETTINGS, rendezvous.address()),
                  () -> {
                    Await.until("rank 0", () -> !rendezvous.missing().contains(0));
                    return joining(other, rank, SETTINGS, rendezvous.address()).call();
                  }));
      for (Object outcome : outcomes) {
        String message = ((PeerException) outcome).getMessage();
        assertTrue(message.contains(words), message);
      }
      PeerException atHost = assertThrows(PeerException.class, rendezvous::await);
      assertTrue(atHost.getMessage().contains(words), atHost.getMessage());
      assertEquals(rank, atHost.rank());
    }
  }

  @Test
  void wrongSecretIsNamedByTheRankThatHasItAndByThoseWhoMissIt() throws Exception {
    RunIdentity run = RunIdentity.random(2);
    RunIdentity other = new RunIdentity(run.id(), "guessed", 2);
    try (Rendezvous rendezvous = Rendezvous.open(run, HASTY)) {
      Object refused = outcome(joining(other, 1, SETTINGS, rendezvous.address()));
      assertSays(refused, 1, "it has another secret than this run");
      Object misses = outcome(joining(run, 0, SETTINGS, rendezvous.address()));
      assertSays(misses, 1, "waited 700 ms for ranks [1] of 2");
      assertSays(misses, 1, "1 connections without the run's secret were refused");
      assertSays(misses, 1, "rank 1 has another secret");
    }
  }

  private static void assertSays(Object outcome, int rank, String words) {
    PeerException e = (PeerException) outcome;
    assertTrue(e.getMessage().contains(words), e.getMessage());
    assertEquals(rank, e.rank());
  }

  @Test
  void otherRun() throws Exception {
    RunIdentity run = RunIdentity.random(2);
    RunIdentity other = new RunIdentity("yesterday", run.secret(), 2);
    assertForeignPeerIsNamed(run, other, 1, "it belongs to run yesterday, this is run " + run.id());
  }

  @Test
  void otherNumberOfRanks() throws Exception {
    RunIdentity run = RunIdentity.random(2);
    RunIdentity other = new RunIdentity(run.id(), run.secret(), 3);
    assertForeignPeerIsNamed(run, other, 1, "it expects 3 ranks, this run has 2");
  }

  @Test
  void rankTakenTwice() throws Exception {
    RunIdentity run = RunIdentity.random(2);
    assertForeignPeerIsNamed(run, run, 0, "rank 0 has come already");
  }

  @Test
  void otherVersion() throws Exception {
    RunIdentity run = RunIdentity.random(2);
    try (Rendezvous rendezvous = Rendezvous.open(run, HASTY);
        SocketChannel channel = SocketChannel.open(rendezvous.address())) {
      Handshake newer = new Handshake(run, 1, new byte[0], Handshake.VERSION + 1);
      PeerException here =
          assertThrows(
              PeerException.class,
              () -> newer.call(channel.socket(), Handshake.Role.ADDRESSES, LIMITS.deadline()));
      assertTrue(here.getMessage().contains("protocol version 3 there, 4 here"), here.getMessage());
      PeerException there = assertThrows(PeerException.class, rendezvous::await);
      assertTrue(there.getMessage().contains("version 4, this run 3"), there.getMessage());
    }
  }

  @Test
  void wrongSecretBetweenRanks() throws Exception {
    RunIdentity run = RunIdentity.random(2);
    RunIdentity other = new RunIdentity(run.id(), "guessed", 2);
    try (Endpoint zero = Endpoint.open(run, 0, HASTY);
        Endpoint one = Endpoint.open(other, 1, SETTINGS)) {
      List<InetSocketAddress> addresses = List.of(zero.address(), one.address());
      assertSays(outcome(() -> one.connect(addresses)), 1, "it has another secret");
      assertSays(outcome(() -> zero.connect(addresses)), 1, "rank 1 has another secret");
    }
  }

  @Test
  void oneEndEncrypts() throws Exception {
    RunIdentity run = RunIdentity.random(2);
    try (Endpoint zero = Endpoint.open(run, 0, SETTINGS.withTls(Tls.selfSigned()));
        Endpoint one = Endpoint.open(run, 1, SETTINGS)) {
      List<InetSocketAddress> addresses = List.of(zero.address(), one.address());
      for (Object outcome :
          outcomes(List.of(() -> zero.connect(addresses), () -> one.connect(addresses)))) {
        String message = ((PeerException) outcome).getMessage();
        assertTrue(message.contains("use TLS on all ranks or on none"), message);
      }
    }
  }

  @Test
  void strangersAreSentAway() throws Exception {
    RunIdentity run = RunIdentity.random(2);
    try (Rendezvous rendezvous = Rendezvous.open(run, SETTINGS);
        SocketChannel scanner = SocketChannel.open(rendezvous.address())) {
      scanner.socket().getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
      List<Object> outcomes =
          outcomes(
              List.of(
                  joining(run, 0, SETTINGS, rendezvous.address()),
                  joining(run, 1, SETTINGS, rendezvous.address())));
      List<Transport> ranks = outcomes.stream().map(Transport.class::cast).toList();
      ThreadRanks.run(ranks, Transport::rank);
    }
  }

  @Test
  void rankThatDoesNotCome() throws Exception {
    RunIdentity run = RunIdentity.random(3);
    try (Rendezvous rendezvous = Rendezvous.open(run, HASTY)) {
      List<Object> outcomes =
          outcomes(
              List.of(
                  joining(run, 0, SETTINGS, rendezvous.address()),
                  joining(run, 2, SETTINGS, rendezvous.address())));
      for (Object outcome : outcomes) {
        assertSays(outcome, 1, "for ranks [1"); // and 2, if that is late
      }
      assertTrue(outcomes.stream().anyMatch(o -> o.toString().contains("ranks [1] of 3")));
    }
  }

  @Test
  void portInUse() {
    RunIdentity run = RunIdentity.random(2);
    try (Endpoint first = Endpoint.open(run, 0, SETTINGS)) {
      int port = first.address().getPort();
      UncheckedIOException e =
          assertThrows(
              UncheckedIOException.class,
              () -> Endpoint.open(run, 1, SETTINGS.withAddress("127.0.0.1", port)).close());
      assertTrue(e.getMessage().contains("cannot listen on 127.0.0.1:" + port), e.getMessage());
      assertTrue(e.getMessage().contains("or 0 for any free one"), e.getMessage());
    }
  }

  @Test
  void killedPeerEndsAllWaits() throws Exception {
    List<String> seen = new ArrayList<>();
    var victim = new Victim(3);
    assertThrows(
        PeerException.class,
        () ->
            ThreadRanks.run(
                joinedWithKilled(4, 2, victim.killed),
                t -> {
                  victim.isKilledOnceTheyWait();
                  // No rank waits for the rank that dies.
                  PeerException e =
                      assertThrows(
                          PeerException.class, () -> t.receive(t.rank() == 3 ? 0 : 3, TAG));
                  synchronized (seen) {
                    seen.add(e.rank() + ": " + e.getMessage());
                  }
                  throw e;
                }));
    assertEquals(3, seen.size());
    for (String message : seen) {
      assertTrue(message.startsWith("2: "), message);
      assertTrue(message.contains("lost its connection to rank 2"), message);
    }
  }

  @Test
  void killedPeerEndsASenderThatWaitsForIt() throws Exception {
    var victim = new Victim(1);
    PeerException e =
        assertThrows(
            PeerException.class,
            () ->
                ThreadRanks.run(
                    joinedWithKilled(2, 1, victim.killed),
                    t -> {
                      victim.isKilledOnceTheyWait();
                      MemorySegment piece = Arena.ofAuto().allocate(1 << 20);
                      for (int i = 0; i < 1000; i++) {
                        t.send(1, TAG, piece);
                      }
                      return null;
                    }));
    assertEquals(1, e.rank());
  }

  /** The ranks join at leisure, and have little patience from then on. */
  @Test
  void hungPeerMeetsTheDeadlineOfWhoSendsToIt() throws Exception {
    RunIdentity run = RunIdentity.random(2);
    var gaveUp = new CountDownLatch(1);
    try (Endpoint zero = Endpoint.open(run, 0, SETTINGS);
        Endpoint one = Endpoint.open(run, 1, SETTINGS)) {
      List<InetSocketAddress> addresses = List.of(zero.address(), one.address());
      List<Transport> ranks =
          outcomes(
                  List.of(
                      () -> zero.connect(addresses, HASTY), () -> one.connect(addresses, HASTY)))
              .stream()
              .map(Transport.class::cast)
              .toList();
      PeerException e =
          assertThrows(
              PeerException.class,
              () ->
                  ThreadRanks.run(
                      ranks,
                      t -> {
                        if (t.rank() == 0) {
                          sendInVain(t, gaveUp);
                        } else {
                          gaveUp.await();
                        }
                        return null;
                      }));
      assertSays(e, 1, "rank 0 waited 0.7 s for rank 1: capacity for");
    }
  }

  private static void sendInVain(Transport transport, CountDownLatch gaveUp) {
    try {
      MemorySegment piece = Arena.ofAuto().allocate(1 << 20);
      for (int i = 0; i < 1000; i++) {
        transport.send(1, TAG, piece);
      }
    } finally {
      gaveUp.countDown();
    }
  }

  /** The failure caused by a rank that joins correctly and then sends these raw bytes. */
  private static PeerException whatIsSaidOf(byte[] bytes) throws Exception {
    RunIdentity run = RunIdentity.random(2);
    try (Endpoint zero = Endpoint.open(run, 0, SETTINGS);
        SocketChannel one = SocketChannel.open(zero.address());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Transport> joining =
          threads.submit(() -> zero.connect(List.of(zero.address(), zero.address())));
      new Handshake(run, 1, new byte[0]).call(one.socket(), Handshake.Role.DATA, LIMITS.deadline());
      try (Transport transport = joining.get()) {
        one.socket().getOutputStream().write(bytes);
        return assertThrows(PeerException.class, () -> transport.receive(1, TAG).close());
      }
    }
  }

  private static byte[] frame(int sequence, byte... payload) {
    ByteBuf out = Unpooled.buffer();
    ByteBuf body = Unpooled.wrappedBuffer(payload);
    new TcpFrame(TcpFrame.Kind.MESSAGE, TAG, 0, body).writeHeader(out, sequence);
    out.writeBytes(payload);
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    return bytes;
  }

  @Test
  void everySingleSpoiltByteIsNoticed() throws Exception {
    byte[] good = frame(0, new byte[] {1, 2, 3, 4});
    for (int at : new int[] {0, 4, 5, 6, 8, 12, 16, 24, 28, 31, 32, 35}) {
      byte[] spoilt = good.clone();
      spoilt[at] ^= 0x10;
      PeerException e = whatIsSaidOf(spoilt);
      assertEquals(1, e.rank());
      assertTrue(e.getMessage().contains("checksum"), e.getMessage());
    }
  }

  @Test
  void lostFrameIsNoticed() throws Exception {
    PeerException e = whatIsSaidOf(frame(1));
    assertTrue(e.getMessage().contains("received frame 1, expected frame 0"), e.getMessage());
  }

  @Test
  void goodFramesPass() throws Exception {
    // Silence follows: the messages sent arrive, then the connection is lost.
    RunIdentity run = RunIdentity.random(2);
    try (Endpoint zero = Endpoint.open(run, 0, SETTINGS);
        SocketChannel one = SocketChannel.open(zero.address());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Transport> joining =
          threads.submit(() -> zero.connect(List.of(zero.address(), zero.address())));
      new Handshake(run, 1, new byte[0]).call(one.socket(), Handshake.Role.DATA, LIMITS.deadline());
      try (Transport transport = joining.get()) {
        for (byte b : frame(0, new byte[] {1, 2, 3})) {
          one.socket().getOutputStream().write(b); // byte by byte
        }
        try (Message message = transport.receive(1, TAG)) {
          assertEquals(3, message.payload().byteSize());
        }
        one.shutdownOutput();
        assertThrows(PeerException.class, () -> transport.receive(1, TAG).close());
      }
    }
  }
}
