package dev.atoll.comm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.local.LocalTransport;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.comm.tcp.TcpRanks;
import dev.atoll.comm.tcp.TcpSettings;
import dev.atoll.testkit.Await;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class RequestsTest {
  private static final Limits LIMITS = new Limits(Await.MOST, Limits.LEAST_BYTES);
  private static final int DOUBLE = 0;
  private static final int FAIL = 1;
  private static final int SLOW = 2;
  private static final int PARTS = 3;

  /** Slow answers come when it opens. */
  private final CountDownLatch slowEnds = new CountDownLatch(1);

  @FunctionalInterface
  private interface Body<T> {
    T run(Transport transport, Requests requests) throws Exception;
  }

  private <T> List<T> run(int size, Limits limits, Body<T> body) {
    return run(LocalTransport.group(size, limits), body);
  }

  private <T> List<T> run(List<Transport> transports, Body<T> body) {
    return ThreadRanks.run(
        transports,
        t -> {
          try (Requests requests = new Requests(t, 2);
              Communicator all = Communicator.on(t)) {
            requests.serve(DOUBLE, RequestsTest::twice);
            requests.serve(
                FAIL,
                (peer, request, answer) -> {
                  throw new IOException("the shelf is empty");
                });
            requests.serve(SLOW, (peer, request, answer) -> slowEnds.await());
            all.barrier();
            T result = body.run(t, requests);
            all.barrier();
            return result;
          }
        });
  }

  private static void twice(int peer, MemorySegment request, Requests.Answer answer) {
    MemorySegment out = answer.reserve(request.byteSize());
    for (long i = 0; i < request.byteSize() / 8; i++) {
      out.setAtIndex(JAVA_LONG, i, 2 * request.getAtIndex(JAVA_LONG, i));
    }
  }

  private static MemorySegment longs(long... values) {
    return MemorySegment.ofArray(values);
  }

  @Test
  void manyRequestsAreAnswered() {
    answerMany(LocalTransport.group(4, LIMITS));
  }

  @Test
  void manyRequestsAreAnsweredOverTcp() {
    answerMany(TcpRanks.join(4, TcpSettings.LOCAL.withLimits(LIMITS)));
  }

  private void answerMany(List<Transport> transports) {
    run(
        transports,
        (t, requests) -> {
          List<Reply> replies = new ArrayList<>();
          for (int i = 0; i < 300; i++) {
            int peer = (t.rank() + 1 + i % 3) % 4;
            replies.add(requests.ask(peer, DOUBLE, Purpose.FEATURES, longs(i, t.rank())));
          }
          for (int i = 299; i >= 0; i--) {
            try (Reply reply = replies.get(i)) {
              assertEquals(2L * i, reply.await().getAtIndex(JAVA_LONG, 0));
              assertEquals(2L * t.rank(), reply.await().getAtIndex(JAVA_LONG, 1));
            }
          }
          return null;
        });
  }

  /** The memory would be allocated first, and the rank that asks would wait for its deadline. */
  @Test
  void anAnswerThatNoMessageCarriesIsRefusedAtOnce() {
    int large = 7;
    run(
        2,
        LIMITS,
        (t, requests) -> {
          requests.serve(
              large, (peer, request, answer) -> answer.reserve(Transport.MAX_MESSAGE_BYTES + 1));
          try (Communicator all = Communicator.on(t)) {
            all.barrier();
            assertRefused(t, requests, large, "1073741825");
          }
          return null;
        });
  }

  /** A failure to send is one of the service, not of the rank that waits. */
  @Test
  void anAnswerThatCannotBeSentFails() {
    List<Transport> transports =
        LocalTransport.group(2, LIMITS).stream()
            .map(
                real ->
                    Watched.transport(
                        real,
                        method -> {
                          if (method.getName().equals("sendAndRelease")) {
                            throw new IllegalArgumentException("no room for the answer");
                          }
                        }))
            .toList();
    run(
        transports,
        (t, requests) -> {
          assertRefused(t, requests, DOUBLE, "no room for the answer");
          return null;
        });
  }

  /** The failure would wait as long as the answer: twice the deadline on a thread that serves. */
  @Test
  void nothingFollowsAnAnswerThatThePeerDoesNotTake() throws Exception {
    List<Transport> transports = LocalTransport.group(2, LIMITS);
    List<String> sent = new CopyOnWriteArrayList<>();
    Transport stalled =
        Watched.transport(
            transports.get(1),
            method -> {
              if (method.getName().matches("send.*|startSend")) {
                sent.add(method.getName());
                throw PeerException.late(1, 0, "capacity", LIMITS.deadline());
              }
            });
    Requests answering = new Requests(stalled, 1);
    answering.serve(DOUBLE, RequestsTest::twice);
    answering.serve(PARTS, (_, _, answer) -> answer.chunk(0, 8, _ -> {}));
    answering.serve(
        SLOW,
        (_, _, answer) -> {
          assertThrows(PeerException.class, () -> answer.chunkFilledByWriter(0, 8, _ -> {}));
          throw new IllegalStateException("one part could not be sent");
        });
    Requests asking = new Requests(transports.getFirst(), 1);
    for (int service : List.of(DOUBLE, PARTS, SLOW)) {
      asking.ask(1, service, Purpose.FEATURES, longs(1)).close();
    }
    answering.close(); // after the requests that have arrived
    assertEquals(List.of("sendAndRelease", "sendAndRelease", "sendFilled"), sent);
    asking.close();
    Thread.ofPlatform().daemon().start(transports.getFirst()::close);
    transports.get(1).close();
  }

  private static void assertRefused(Transport t, Requests requests, int service, String reason) {
    try (Reply reply = requests.ask(1 - t.rank(), service, Purpose.FEATURES, longs(1))) {
      String message = assertThrows(PeerException.class, reply::await).getMessage();
      assertTrue(message.contains(reason), message);
    }
  }

  /**
   * One thread begins to wait for parts while another reports the peer's end: each holds one lock
   * and must not need the other's.
   */
  @Test
  void aPeerMayEndWhileAThreadBeginsToWaitForParts() throws Exception {
    endWhileAThreadBeginsToWait(LocalTransport.group(2, LIMITS));
  }

  @Test
  void aPeerMayEndWhileAThreadBeginsToWaitForPartsOverTcp() throws Exception {
    endWhileAThreadBeginsToWait(TcpRanks.join(2, TcpSettings.LOCAL.withLimits(LIMITS)));
  }

  private static void endWhileAThreadBeginsToWait(List<Transport> transports) throws Exception {
    var expecting = new CountDownLatch(1);
    var telling = new CountDownLatch(1);
    Transport watched =
        Watched.transport(
            transports.getFirst(),
            method -> {
              if (method.getName().equals("expect")) {
                expecting.countDown();
                telling.await();
              }
            },
            method -> {
              if (method.getName().equals("ended")) {
                telling.countDown();
              }
            });
    Requests asking = new Requests(watched, 1);
    var waiting = new FutureTask<>(() -> awaitParts(asking));
    Thread.ofPlatform().daemon().start(waiting);
    expecting.await();
    Thread.ofPlatform().daemon().start(transports.get(1)::close);
    String why = waiting.get();
    assertTrue(why.contains("rank 1"), why);
    asking.close();
    transports.getFirst().close();
  }

  private static String awaitParts(Requests requests) {
    try (StreamedReplies replies = requests.chunked(Purpose.FEATURES)) {
      replies.ask(1, SLOW, longs(1), 2);
      return assertThrows(PeerException.class, replies::await).getMessage();
    }
  }

  @Test
  void partsOfAnswersComeAsTheyAre() {
    answerInParts(LocalTransport.group(3, LIMITS));
  }

  @Test
  void partsOfAnswersComeAsTheyAreOverTcp() {
    answerInParts(TcpRanks.join(3, TcpSettings.LOCAL.withLimits(LIMITS)));
  }

  /** Rank r asks every other for as many parts as that one's number and three. */
  private void answerInParts(List<Transport> transports) {
    run(
        transports,
        (t, requests) -> {
          requests.serve(
              PARTS,
              (peer, request, answer) -> {
                for (int part = 2 + t.rank(); part >= 0; part--) {
                  long value = 100L * t.rank() + part;
                  answer.chunk(part, 50_000, out -> out.set(JAVA_LONG, 0, value));
                }
              });
          try (Communicator all = Communicator.on(t, 1);
              StreamedReplies replies = requests.chunked(Purpose.FEATURES)) {
            all.barrier();
            assertEquals(List.of(), replies.await(), "nothing was asked");
            List<Long> found = new ArrayList<>();
            List<Long> expected = new ArrayList<>();
            for (int peer = 0; peer < 3; peer++) {
              if (peer != t.rank()) {
                replies.ask(peer, PARTS, longs(1), 3 + peer);
                for (int part = 0; part < 3 + peer; part++) {
                  expected.add(100L * peer + part);
                }
              }
            }
            for (var some = replies.await(); !some.isEmpty(); some = replies.await()) {
              for (StreamedReplies.Chunk part : some) {
                long value = part.payload().get(JAVA_LONG, 0);
                assertEquals(100L * part.peer() + part.number(), value);
                assertEquals(50_000, part.payload().byteSize());
                found.add(value);
                part.close();
              }
            }
            found.sort(null);
            assertEquals(expected, found);
            assertEquals(1, t.traffic().rounds(Purpose.FEATURES));
            all.barrier();
          }
          return null;
        });
  }

  @Test
  void partsAreTakenByTheThreadsThatReceiveThem() {
    run(
        3,
        LIMITS,
        (t, requests) -> {
          requests.serve(
              PARTS,
              (peer, request, answer) -> {
                for (int part = 0; part < 9; part++) {
                  long value = 100L * t.rank() + part;
                  answer.chunk(part, 50_000, out -> out.set(JAVA_LONG, 0, value));
                }
              });
          long[] found = new long[300];
          try (Communicator all = Communicator.on(t, 1);
              StreamedReplies replies =
                  requests.chunked(
                      Purpose.FEATURES,
                      (peer, part, rows) -> found[100 * peer + part] = rows.get(JAVA_LONG, 0))) {
            all.barrier();
            for (int peer = 0; peer < 3; peer++) {
              if (peer != t.rank()) {
                replies.ask(peer, PARTS, longs(1), 9);
              }
            }
            assertEquals(List.of(), replies.await(), "all are taken");
            for (int i = 0; i < found.length; i++) {
              boolean asked = i / 100 != t.rank() && i % 100 < 9;
              assertEquals(asked ? i : 0, found[i]);
            }
            all.barrier();
          }
          return null;
        });
  }

  @Test
  void partsAreFilledByTheCallerWhereNoThreadWrites() {
    fillWhenWritten(LocalTransport.group(2, LIMITS), "service-of-rank-");
  }

  @Test
  void partsAreFilledByTheThreadsThatWriteThem() {
    fillWhenWritten(TcpRanks.join(2, TcpSettings.LOCAL.withLimits(LIMITS)), "network-of-rank-");
  }

  /** Both ranks ask for 40 parts that repeat the number of the request. */
  private void fillWhenWritten(List<Transport> transports, String expectedThread) {
    run(
        transports,
        (t, requests) -> {
          Set<String> threads = ConcurrentHashMap.newKeySet();
          requests.serve(
              PARTS,
              (peer, request, answer) -> {
                for (int part = 0; part < 40; part++) {
                  int number = part;
                  answer.chunkFilledByWriter(
                      part,
                      50_000,
                      out -> {
                        threads.add(Thread.currentThread().getName());
                        out.set(JAVA_LONG, 0, request.get(JAVA_LONG, 0) + number);
                      });
                }
              });
          try (Communicator all = Communicator.on(t, 1);
              StreamedReplies replies = requests.chunked(Purpose.FEATURES)) {
            all.barrier();
            replies.ask(1 - t.rank(), PARTS, longs(1000), 40);
            int parts = 0;
            for (var some = replies.await(); !some.isEmpty(); some = replies.await()) {
              for (StreamedReplies.Chunk part : some) {
                assertEquals(1000 + part.number(), part.payload().get(JAVA_LONG, 0));
                part.close();
                parts++;
              }
            }
            assertEquals(40, parts);
            all.barrier();
            threads.forEach(name -> assertTrue(name.startsWith(expectedThread), name));
            assertEquals(50_000 * 40, t.traffic().bytes(Purpose.FEATURES) - Long.BYTES);
          }
          return null;
        });
  }

  @Test
  void aPartThatCannotBeFilledEndsTheRun() {
    PeerException why =
        assertThrows(
            PeerException.class,
            () ->
                run(
                    TcpRanks.join(2, TcpSettings.LOCAL.withLimits(LIMITS)),
                    (t, requests) -> {
                      requests.serve(
                          PARTS,
                          (peer, request, answer) ->
                              answer.chunkFilledByWriter(
                                  0,
                                  8,
                                  out -> {
                                    throw new IllegalStateException("the shelf broke");
                                  }));
                      try (Communicator all = Communicator.on(t, 1);
                          StreamedReplies replies = requests.chunked(Purpose.FEATURES)) {
                        all.barrier();
                        replies.ask(1 - t.rank(), PARTS, longs(1), 1);
                        return replies.await();
                      }
                    }));
    assertTrue(why.getMessage().contains("the shelf broke"), why.getMessage());
  }

  @Test
  void aTakerThatFailsEndsTheWait() {
    run(
        2,
        LIMITS,
        (t, requests) -> {
          requests.serve(PARTS, (peer, request, answer) -> answer.chunk(0, 8, out -> {}));
          try (Communicator all = Communicator.on(t, 1);
              StreamedReplies replies =
                  requests.chunked(
                      Purpose.FEATURES,
                      (peer, part, rows) -> {
                        throw new IllegalStateException("no shelf for part " + part);
                      })) {
            all.barrier();
            replies.ask(1 - t.rank(), PARTS, longs(1), 1);
            PeerException why = assertThrows(PeerException.class, replies::await);
            assertTrue(why.getMessage().contains("no shelf for part 0"), why.getMessage());
            all.barrier();
          }
          return null;
        });
  }

  @Test
  void aHandlerThatFailsBetweenPartsIsNamed() {
    run(
        2,
        LIMITS,
        (t, requests) -> {
          requests.serve(
              PARTS,
              (peer, request, answer) -> {
                answer.chunk(0, 8, out -> {});
                throw new IOException("the shelf is half empty");
              });
          try (Communicator all = Communicator.on(t, 1)) {
            all.barrier();
            PeerException failure =
                assertThrows(
                    PeerException.class,
                    () -> {
                      try (StreamedReplies replies = requests.chunked(Purpose.FEATURES)) {
                        replies.ask(1 - t.rank(), PARTS, longs(1), 2);
                        while (!replies.await().isEmpty()) {
                          // until the failure comes
                        }
                      }
                    });
            assertTrue(failure.getMessage().contains("half empty"), failure.getMessage());
            all.barrier();
          }
          return null;
        });
  }

  @Test
  void roundsAndBytesAreCounted() {
    List<Traffic> traffic =
        run(
            3,
            LIMITS,
            (t, requests) -> {
              requests.round(Purpose.FEATURES);
              Requests.Round round = requests.round(Purpose.SAMPLING);
              try (Reply a = round.ask((t.rank() + 1) % 3, DOUBLE, longs(1, 2, 3));
                  Reply b = round.ask((t.rank() + 2) % 3, DOUBLE, longs(1))) {
                a.await();
                b.await();
              }
              try (Communicator all = Communicator.on(t, 1)) {
                all.barrier(); // everyone has answered
              }
              return t.traffic();
            });
    for (Traffic t : traffic) {
      assertEquals(1, t.rounds());
      assertEquals(1, t.rounds(Purpose.SAMPLING));
      assertEquals(2 * (24 + 8), t.bytes(Purpose.SAMPLING)); // asked and answered
      assertEquals(4, t.messages(Purpose.SAMPLING));
    }
  }

  @Test
  void aFailingHandlerIsNamedAndOthersGoOn() {
    run(
        2,
        LIMITS,
        (t, requests) -> {
          int peer = 1 - t.rank();
          try (Reply reply = requests.ask(peer, FAIL, Purpose.SAMPLING, longs());
              Reply unknown = requests.ask(peer, 99, Purpose.SAMPLING, longs());
              Reply good = requests.ask(peer, DOUBLE, Purpose.SAMPLING, longs(4))) {
            PeerException e = assertThrows(PeerException.class, reply::await);
            assertEquals(peer, e.rank());
            assertTrue(
                e.getMessage()
                    .contains("rank " + peer + " failed: IOException: the shelf is empty"),
                e.getMessage());
            e = assertThrows(PeerException.class, unknown::await);
            assertTrue(e.getMessage().contains("service 99"), e.getMessage());
            assertEquals(8, good.await().get(JAVA_LONG, 0));
          }
          return null;
        });
  }

  /** Only the answer is awaited under the short deadline, not the start of the other rank. */
  @Test
  void aSlowAnswerMeetsTheDeadline() {
    List<Transport> ranks = LocalTransport.group(2, LIMITS.withDeadline(Duration.ofMillis(500)));
    var answering = new Requests(ranks.getLast(), 1);
    answering.serve(SLOW, (_, _, _) -> slowEnds.await());
    try (Requests asking = new Requests(ranks.getFirst(), 1);
        Reply reply = asking.ask(1, SLOW, Purpose.SAMPLING, longs())) {
      PeerException e = assertThrows(PeerException.class, reply::await);
      assertEquals(1, e.rank());
      assertTrue(e.getMessage().contains("service 2 (sampling)"), e.getMessage());
    } finally {
      slowEnds.countDown();
    }
    answering.close();
    Thread.ofPlatform().daemon().start(ranks.getLast()::close);
    ranks.getFirst().close();
  }

  @Test
  void requestsAreServedByPriority() {
    List<Long> served = new ArrayList<>();
    var busy = new CountDownLatch(1);
    ThreadRanks.run(
        LocalTransport.group(2, LIMITS),
        t -> {
          try (Requests requests = new Requests(t, 1);
              Communicator all = Communicator.on(t)) {
            requests.serve(SLOW, (_, _, _) -> busy.await());
            requests.serve(DOUBLE, (_, request, _) -> served.add(request.getAtIndex(JAVA_LONG, 0)));
            all.barrier();
            if (t.rank() == 0) {
              List<Reply> replies = new ArrayList<>();
              replies.add(requests.ask(1, SLOW, Purpose.CONTROL, longs(0)));
              replies.add(ask(requests, 3, longs(30)));
              replies.add(ask(requests, 2, longs(22, 22)));
              replies.add(ask(requests, 2, longs(21)));
              replies.add(requests.ask(1, DOUBLE, Purpose.FEATURES, longs(1, 1)));
              replies.add(requests.ask(1, DOUBLE, Purpose.FEATURES, longs(2)));
              busy.countDown();
              for (Reply reply : replies) {
                reply.await();
                reply.close();
              }
            }
            all.barrier();
          }
          return null;
        });
    assertEquals(List.of(1L, 2L, 21L, 22L, 30L), served);
  }

  private static Reply ask(Requests requests, long priority, MemorySegment request) {
    var context =
        new SchedulingContext() {
          @Override
          public long priority() {
            return priority;
          }

          @Override
          public void pause() {}

          @Override
          public void resume() {}
        };
    return ScopedValue.where(SchedulingContext.CURRENT, context)
        .call(() -> requests.ask(1, DOUBLE, Purpose.FEATURES, request));
  }

  @Test
  void repliesMayBeGivenUp() {
    run(
        2,
        LIMITS,
        (t, requests) -> {
          for (int i = 0; i < 1000; i++) {
            requests.ask(1 - t.rank(), DOUBLE, Purpose.FEATURES, longs(i)).close();
          }
          return null;
        });
  }

  @Test
  void moreThanTheBoundMayBeAsked() {
    run(
        2,
        LIMITS,
        (t, requests) -> {
          MemorySegment large = MemorySegment.ofArray(new long[4096]);
          List<Reply> replies = new ArrayList<>();
          for (int i = 0; i < 50; i++) {
            replies.add(requests.ask(1 - t.rank(), DOUBLE, Purpose.FEATURES, large));
          }
          for (Reply reply : replies) {
            assertEquals(large.byteSize(), reply.await().byteSize());
            reply.close();
          }
          return null;
        });
  }

  @Test
  void aReplyBehindAFullStreamComes() {
    MessageTag tag = new MessageTag(Purpose.BOUNDARY, 0);
    run(
        2,
        LIMITS,
        (t, requests) -> {
          int peer = 1 - t.rank();
          MemorySegment piece = MemorySegment.ofArray(new byte[1 << 16]);
          CountDownLatch sent = new CountDownLatch(1);
          Thread sender =
              Thread.ofPlatform()
                  .start(
                      () -> {
                        t.send(peer, tag, piece);
                        sent.countDown();
                        t.send(peer, tag, piece);
                      });
          sent.await();
          try (Reply reply = requests.ask(peer, DOUBLE, Purpose.FEATURES, longs(21))) {
            assertEquals(42, reply.await().get(JAVA_LONG, 0));
          }
          t.receive(peer, tag).close();
          t.receive(peer, tag).close();
          sender.join();
          return null;
        });
  }

  @Test
  void aLostRankEndsItsReplies() {
    List<Thread> others = new CopyOnWriteArrayList<>();
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class,
            () ->
                run(
                    3,
                    LIMITS,
                    (t, requests) -> {
                      if (t.rank() == 2) {
                        Await.until("the others", () -> others.size() == 2);
                        Await.blocked(others);
                        throw new IllegalStateException("enough");
                      }
                      others.add(Thread.currentThread());
                      try {
                        requests.ask(1 - t.rank(), SLOW, Purpose.SAMPLING, longs()).await();
                        return null;
                      } finally {
                        slowEnds.countDown();
                      }
                    }));
    assertEquals("enough", e.getMessage());
  }
}
