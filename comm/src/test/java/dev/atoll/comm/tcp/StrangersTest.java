package dev.atoll.comm.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.MessageTag;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Transport;
import dev.atoll.testkit.Await;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers without the run's secret neither join nor end a run, at any moment. */
@Timeout(180)
class StrangersTest {
  private static final Limits LIMITS = new Limits(Await.MOST, 1 << 20);
  private static final TcpSettings PLAIN = TcpSettings.LOCAL.withLimits(LIMITS);
  private static final TcpSettings TLS = PLAIN.withTls(Tls.selfSigned());
  private static final MessageTag TAG = new MessageTag(Purpose.BOUNDARY, 0);

  private static TcpSettings settings(boolean tls) {
    return tls ? TLS : PLAIN;
  }

  private static List<Transport> join(List<Callable<Transport>> ranks) throws Exception {
    List<Transport> joined = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Transport> joining : threads.invokeAll(ranks)) {
        joined.add(joining.get());
      }
    }
    return joined;
  }

  private static Callable<Transport> joining(
      RunIdentity run, int rank, TcpSettings settings, InetSocketAddress rendezvous) {
    return () -> {
      try (Endpoint endpoint = Endpoint.open(run, rank, settings)) {
        return endpoint.join(rendezvous);
      }
    };
  }

  private static List<Transport> joinAt(Rendezvous rendezvous, RunIdentity run, TcpSettings tcp)
      throws Exception {
    return join(
        List.of(
            joining(run, 0, tcp, rendezvous.address()),
            joining(run, 1, tcp, rendezvous.address())));
  }

  /** Asserts that a message passes in each direction. */
  private static void assertTheyTalk(List<Transport> ranks) {
    for (int from : new int[] {0, 1}) {
      ranks
          .get(from)
          .send(1 - from, TAG, Arena.ofAuto().allocateFrom(ValueLayout.JAVA_INT, from + 5));
      try (Message message = ranks.get(1 - from).receive(from, TAG)) {
        assertEquals(from + 5, message.payload().get(ValueLayout.JAVA_INT_UNALIGNED, 0));
      }
    }
  }

  private static void close(List<Transport> ranks) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      ranks.forEach(rank -> threads.execute(rank::close));
    }
  }

  @ParameterizedTest
  @EnumSource(Attack.class)
  void oneAttackWhileTheRanksMeetHasNoEffect(Attack attack) throws Exception {
    RunIdentity run = RunIdentity.random(2);
    try (Rendezvous rendezvous = Rendezvous.open(run, PLAIN);
        Attack.Caller caller = Attack.call(rendezvous.address(), run.id(), false, attack)) {
      List<Transport> ranks = joinAt(rendezvous, run, PLAIN);
      assertTheyTalk(ranks);
      close(ranks);
      assertTrue(caller.isDropped(), attack + " is still connected");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void allAttacksWhileTheRanksMeetHaveNoEffect(boolean tls) throws Exception {
    RunIdentity run = RunIdentity.random(2);
    TcpSettings tcp = settings(tls);
    try (Rendezvous rendezvous = Rendezvous.open(run, tcp);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Transport> zero = threads.submit(joining(run, 0, tcp, rendezvous.address()));
      List<Attack.Caller> strangers = Attack.all(rendezvous.address(), run.id(), false);
      strangers.addAll(Attack.all(rendezvous.address(), run.id(), true));
      Transport one = joining(run, 1, tcp, rendezvous.address()).call();
      List<Transport> ranks = List.of(zero.get(), one);
      assertTheyTalk(ranks);
      close(ranks);
      assertAllDropped(strangers);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void allAttacksOnARankThatIsConnectingHaveNoEffect(boolean tls) throws Exception {
    RunIdentity run = RunIdentity.random(2);
    TcpSettings tcp = settings(tls);
    try (Endpoint zero = Endpoint.open(run, 0, tcp);
        Endpoint one = Endpoint.open(run, 1, tcp)) {
      List<Attack.Caller> strangers = Attack.all(zero.address(), run.id(), true);
      strangers.addAll(Attack.all(zero.address(), run.id(), false));
      strangers.addAll(Attack.all(one.address(), run.id(), true));
      List<InetSocketAddress> addresses = List.of(zero.address(), one.address());
      List<Transport> ranks =
          join(List.of(() -> zero.connect(addresses), () -> one.connect(addresses)));
      assertTheyTalk(ranks);
      close(ranks);
      assertAllDropped(strangers);
    }
  }

  private static void assertAllDropped(List<Attack.Caller> strangers) throws IOException {
    for (Attack.Caller stranger : strangers) {
      assertTrue(stranger.isDropped());
      stranger.close();
    }
  }

  /** While the ranks work, their ports are closed. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whileTheRanksWorkNothingCanBeCalled(boolean tls) throws Exception {
    RunIdentity run = RunIdentity.random(2);
    TcpSettings tcp = settings(tls);
    try (Rendezvous rendezvous = Rendezvous.open(run, tcp);
        Endpoint zero = Endpoint.open(run, 0, tcp);
        Endpoint one = Endpoint.open(run, 1, tcp)) {
      List<Transport> ranks =
          join(
              List.of(() -> zero.join(rendezvous.address()), () -> one.join(rendezvous.address())));
      for (InetSocketAddress port : List.of(rendezvous.address(), zero.address(), one.address())) {
        awaitClosed(port);
      }
      assertTheyTalk(ranks);
      close(ranks);
    }
  }

  /** The thread that listens may still have to end. */
  private static void awaitClosed(InetSocketAddress port) throws Exception {
    Await.until(
        "the closing of " + port,
        () -> {
          try {
            new Socket(port.getAddress(), port.getPort()).close();
            return false;
          } catch (ConnectException closed) {
            return true;
          }
        });
  }

  @Test
  void manyIdleCallersKeepNobodyOutAndAreBounded() throws Exception {
    RunIdentity run = RunIdentity.random(2);
    List<Socket> idle = new ArrayList<>();
    try (Rendezvous rendezvous = Rendezvous.open(run, PLAIN)) {
      InetSocketAddress at = rendezvous.address();
      for (int i = 0; i < 300; i++) {
        idle.add(new Socket(at.getAddress(), at.getPort()));
      }
      assertEquals(-1, idle.getFirst().getInputStream().read(), "the oldest is still connected");
      List<Transport> ranks = joinAt(rendezvous, run, PLAIN);
      assertTheyTalk(ranks);
      close(ranks);
    } finally {
      for (Socket socket : idle) {
        socket.close();
      }
    }
  }

  /** A mistake in the handling of connections ends the joining, and everybody learns why. */
  @Test
  void errorOfTheListeningThreadIsPassedOn() throws Exception {
    var failed = new CompletableFuture<Throwable>();
    try (Acceptor acceptor = Acceptor.on("127.0.0.1", 0, 2)) {
      IllegalStateException mistake = new IllegalStateException("on purpose");
      acceptor.start(
          "test",
          _ -> {
            throw mistake;
          },
          failed::complete);
      try (Socket caller =
          new Socket(InetAddress.getLoopbackAddress(), acceptor.address().getPort())) {
        assertEquals(mistake, failed.get());
        assertEquals(-1, caller.getInputStream().read());
      }
    }
    assertFalse(failed.isCompletedExceptionally());
  }

  @Test
  void messagesAreAsTheyWereWithStrangersAtTheDoor() throws Exception {
    RunIdentity run = RunIdentity.random(2);
    try (Endpoint zero = Endpoint.open(run, 0, PLAIN);
        Endpoint one = Endpoint.open(run, 1, PLAIN)) {
      List<InetSocketAddress> addresses = List.of(zero.address(), one.address());
      List<Attack.Caller> strangers = Attack.all(zero.address(), run.id(), true);
      List<Transport> ranks =
          join(List.of(() -> zero.connect(addresses), () -> one.connect(addresses)));
      MemorySegment large = Arena.ofAuto().allocate(1 << 18);
      large.fill((byte) 7);
      ranks.get(0).send(1, TAG, large);
      try (Message message = ranks.get(1).receive(0, TAG)) {
        assertEquals(-1, message.payload().mismatch(large));
      }
      close(ranks);
      assertAllDropped(strangers);
    }
  }
}
