package dev.atoll.comm;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.testkit.Await;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of every transport; a subclass creates the ranks. */
@Timeout(180)
abstract class TransportContract {
  protected static final Limits LIMITS = new Limits(Await.MOST, 1 << 20);

  /** Limits for waits that are meant to fail. */
  private static final Limits IMPATIENT = LIMITS.withDeadline(Duration.ofMillis(1500));

  private static final MessageTag BOUNDARY = new MessageTag(Purpose.BOUNDARY, 0);
  private static final MessageTag CONTROL = new MessageTag(Purpose.CONTROL, 7);

  /** Connected transports of all ranks, by rank; the limits hold from then on. */
  protected abstract List<Transport> group(int size, Limits limits);

  private <T> List<T> run(int size, ThreadRanks.Body<T> body) {
    return ThreadRanks.run(group(size, LIMITS), body);
  }

  private static MemorySegment number(long value) {
    return MemorySegment.ofArray(new long[] {value});
  }

  private static long number(Transport transport, int peer, MessageTag tag) {
    try (Message message = transport.receive(peer, tag)) {
      return message.payload().get(JAVA_LONG, 0);
    }
  }

  @Test
  void knowsItsPlace() {
    assertEquals(List.of(0, 1, 2), run(3, Transport::rank));
    assertEquals(List.of(3, 3, 3), run(3, Transport::size));
    assertEquals(List.of(1), run(1, Transport::size));
    assertEquals(List.of(LIMITS), run(1, Transport::limits));
  }

  @Test
  void keepsTheOrderOfAStream() {
    run(
        3,
        t -> {
          for (long i = 0; i < 2000; i++) {
            for (int peer = 0; peer < 3; peer++) {
              if (peer != t.rank()) {
                t.send(peer, BOUNDARY, i, number(i * 10 + t.rank()));
              }
            }
          }
          for (long i = 0; i < 2000; i++) {
            for (int peer = 0; peer < 3; peer++) {
              if (peer != t.rank()) {
                try (Message m = t.receive(peer, BOUNDARY)) {
                  assertEquals(i, m.label());
                  assertEquals(i * 10 + peer, m.payload().get(JAVA_LONG, 0));
                }
              }
            }
          }
          return null;
        });
  }

  @Test
  void tagsDoNotWaitForEachOther() {
    run(
        2,
        t -> {
          int peer = 1 - t.rank();
          t.send(peer, BOUNDARY, number(1));
          t.send(peer, CONTROL, number(2));
          t.send(peer, new MessageTag(Purpose.CONTROL, 8), number(3));
          assertEquals(3, number(t, peer, new MessageTag(Purpose.CONTROL, 8)));
          assertEquals(2, number(t, peer, CONTROL));
          assertEquals(1, number(t, peer, BOUNDARY));
          return null;
        });
  }

  @Test
  void aFullStreamDoesNotHideAnother() {
    run(
        2,
        t -> {
          MemorySegment piece = MemorySegment.ofArray(new byte[1 << 18]);
          if (t.rank() == 0) {
            for (int i = 0; i < 32; i++) { // eight times the bound
              t.send(1, BOUNDARY, piece);
            }
            t.send(1, CONTROL, number(42));
          } else {
            assertEquals(42, number(t, 0, CONTROL));
            for (int i = 0; i < 32; i++) {
              t.receive(0, BOUNDARY).close();
            }
          }
          return null;
        });
  }

  @Test
  void carriesEveryLength() {
    int[] lengths = {0, 1, 3, 4, 63, 64, 65, 4095, 65_535, 65_536, 65_537, 1_000_003};
    run(
        2,
        t -> {
          int peer = 1 - t.rank();
          for (int length : lengths) {
            byte[] bytes = pattern(length);
            t.send(peer, BOUNDARY, MemorySegment.ofArray(bytes));
            try (Message m = t.receive(peer, BOUNDARY)) {
              assertEquals(-1, m.payload().mismatch(MemorySegment.ofArray(bytes)));
            }
          }
          return null;
        });
  }

  private static byte[] pattern(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 31 + i / 251);
    }
    return bytes;
  }

  @Test
  void carriesLargeMessagesFromEveryKindOfMemory() {
    long bytes = 64L << 20;
    run(
        2,
        t -> {
          int peer = 1 - t.rank();
          try (Arena confined = Arena.ofConfined()) {
            MemorySegment out = confined.allocate(bytes, 64);
            for (long i = 0; i < bytes / 4; i += 97) {
              out.setAtIndex(JAVA_INT, i, (int) i + t.rank());
            }
            t.send(peer, BOUNDARY, out);
            try (Message in = t.receive(peer, BOUNDARY)) {
              assertEquals(bytes, in.payload().byteSize());
              for (long i = 0; i < bytes / 4; i += 97) {
                assertEquals((int) i + peer, in.payload().getAtIndex(JAVA_INT, i));
              }
            }
          }
          return null;
        });
  }

  @Test
  void thePayloadMayBeReusedOnReturn() {
    run(
        2,
        t -> {
          int peer = 1 - t.rank();
          MemorySegment reused = Arena.ofAuto().allocate(300_000, 8);
          for (int round = 0; round < 20; round++) {
            reused.fill((byte) round);
            t.send(peer, BOUNDARY, reused);
            reused.fill((byte) 99);
            try (Message in = t.receive(peer, BOUNDARY)) {
              assertEquals(round, in.payload().get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0));
              assertEquals(
                  round, in.payload().get(java.lang.foreign.ValueLayout.JAVA_BYTE, 299_999));
            }
          }
          return null;
        });
  }

  @Test
  void messagesUnderWayKeepTheirOrder() {
    run(
        2,
        t -> {
          int peer = 1 - t.rank();
          MemorySegment all = Arena.ofAuto().allocate(8 * 100_000L, 8);
          List<Transport.Sending> sends = new ArrayList<>();
          for (int part = 0; part < 8; part++) {
            MemorySegment payload = all.asSlice(part * 100_000L, 100_000);
            payload.fill((byte) part);
            sends.add(t.startSend(peer, BOUNDARY, part, payload));
          }
          for (int part = 0; part < 8; part++) {
            try (Message in = t.receive(peer, BOUNDARY)) {
              assertEquals(part, in.label());
              assertEquals(100_000, in.payload().byteSize());
              assertEquals(part, in.payload().get(java.lang.foreign.ValueLayout.JAVA_BYTE, 99_999));
            }
          }
          sends.forEach(Transport.Sending::await);
          sends.forEach(Transport.Sending::close);
          return null;
        });
  }

  /** Places of any memory, offered before and after the messages came; sizes need not agree. */
  @Test
  void messagesArriveInTheReceiversMemory() {
    run(
        2,
        t -> {
          int peer = 1 - t.rank();
          try (Arena confined = Arena.ofConfined()) {
            MemorySegment[] slots = {
              Arena.ofAuto().allocate(100_000, 8),
              Arena.ofAuto().allocate(0, 8),
              MemorySegment.ofArray(new byte[50_000]),
              confined.allocate(40_000, 8),
              Arena.ofAuto().allocate(1_000, 8),
              Arena.ofAuto().allocate(100_000, 8),
              Arena.ofAuto().allocate(7, 8)
            };
            List<Transport.Receiving> receives = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
              receives.add(t.startReceive(peer, BOUNDARY, i, slots[i]));
            }
            MemorySegment payload = Arena.ofAuto().allocate(100_000, 8);
            for (int i = 0; i < slots.length; i++) {
              payload.fill((byte) (i + 1));
              t.send(peer, BOUNDARY, i, payload.asSlice(0, slots[i].byteSize()));
            }
            for (int i = 4; i < slots.length; i++) {
              receives.add(t.startReceive(peer, BOUNDARY, i, slots[i]));
            }
            for (int i = slots.length - 1; i >= 0; i--) {
              try (Message elsewhere = receives.get(i).await()) {
                MemorySegment found = elsewhere == null ? slots[i] : elsewhere.payload();
                assertEquals(slots[i].byteSize(), found.byteSize());
                for (long at = 0; at < found.byteSize(); at++) {
                  assertEquals(i + 1, found.get(java.lang.foreign.ValueLayout.JAVA_BYTE, at));
                }
              }
            }
          }
          MemorySegment small = Arena.ofAuto().allocate(8, 8);
          Transport.Receiving other = t.startReceive(peer, BOUNDARY, 5, small);
          t.send(peer, BOUNDARY, 6, number(42));
          try (Message in = other.await()) {
            assertEquals(6, in.label(), "a message of another label has no slot");
          }
          return null;
        });
  }

  @Test
  void placesEndWithTheRun() {
    run(
        2,
        t -> {
          MemorySegment into = Arena.ofAuto().allocate(100_000, 8);
          Transport.Receiving receiving = t.startReceive(1 - t.rank(), BOUNDARY, 0, into);
          if (t.rank() == 0) {
            t.fail(new IllegalStateException("out of ideas"));
          }
          PeerException why = assertThrows(PeerException.class, receiving::await);
          assertTrue(why.getMessage().contains("out of ideas"), why.getMessage());
          receiving.close();
          return null;
        });
  }

  @Test
  void memoryThatIsGivenUpArrives() {
    run(
        2,
        t -> {
          int peer = 1 - t.rank();
          for (long bytes : new long[] {8, 200_000}) {
            Message lent = t.allocate(bytes);
            lent.payload().fill((byte) 5);
            t.sendAndRelease(peer, BOUNDARY, bytes, lent);
            try (Message in = t.receive(peer, BOUNDARY)) {
              assertEquals(bytes, in.label());
              assertEquals(bytes, in.payload().byteSize());
              assertEquals(5, in.payload().get(java.lang.foreign.ValueLayout.JAVA_BYTE, bytes - 1));
            }
          }
          return null;
        });
  }

  @Test
  void servesManyThreads() {
    run(
        2,
        t -> {
          int peer = 1 - t.rank();
          inParallel(
              8,
              stream -> {
                MessageTag tag = new MessageTag(Purpose.SAMPLING, stream);
                for (int i = 0; i < 500; i++) {
                  t.send(peer, tag, number(stream * 1000L + i));
                  assertEquals(stream * 1000L + i, number(t, peer, tag));
                }
              });
          return null;
        });
  }

  private static void inParallel(int threads, IntConsumer body) throws InterruptedException {
    AtomicInteger failed = new AtomicInteger();
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int index = i;
      all.add(
          Thread.ofPlatform()
              .uncaughtExceptionHandler((thread, e) -> failed.incrementAndGet())
              .start(() -> body.accept(index)));
    }
    for (Thread thread : all) {
      thread.join();
    }
    assertEquals(0, failed.get(), "threads that failed");
  }

  @Test
  void countsExactly() {
    List<Traffic> traffic =
        run(
            3,
            t -> {
              Traffic before = t.traffic();
              for (int peer = 0; peer < 3; peer++) {
                if (peer != t.rank()) {
                  t.send(peer, BOUNDARY, MemorySegment.ofArray(new byte[100 + peer]));
                  t.send(peer, BOUNDARY, MemorySegment.NULL);
                  t.send(peer, CONTROL, number(0));
                }
              }
              t.countRound(Purpose.BOUNDARY);
              for (int peer = 0; peer < 3; peer++) {
                if (peer != t.rank()) {
                  t.receive(peer, BOUNDARY).close();
                  t.receive(peer, BOUNDARY).close();
                  t.receive(peer, CONTROL).close();
                }
              }
              return t.traffic().minus(before);
            });
    Traffic zero = traffic.get(0);
    assertEquals(101, zero.bytes(Purpose.BOUNDARY, 1));
    assertEquals(203, zero.bytes(Purpose.BOUNDARY));
    assertEquals(16, zero.bytes(Purpose.CONTROL));
    assertEquals(219, zero.bytes());
    assertEquals(0, zero.bytesTo(0));
    assertEquals(110, zero.bytesTo(2));
    assertEquals(6, zero.messages());
    assertEquals(2, zero.messages(Purpose.BOUNDARY, 1));
    assertEquals(1, zero.messages(Purpose.CONTROL, 1));
    assertEquals(1, zero.rounds());
    assertEquals(1, zero.rounds(Purpose.BOUNDARY));
    assertEquals(0, zero.rounds(Purpose.FEATURES));
  }

  @Test
  void listenersGetWhatCameBeforeAndAfter() throws Exception {
    run(
        2,
        t -> {
          int peer = 1 - t.rank();
          List<Long> heard = new ArrayList<>();
          CountDownLatch all = new CountDownLatch(20);
          for (long i = 0; i < 10; i++) {
            t.send(peer, CONTROL, i, MemorySegment.NULL);
          }
          t.send(peer, BOUNDARY, number(5));
          assertEquals(5, number(t, peer, BOUNDARY)); // so the first ten have come
          t.listen(CONTROL.stream(), listener(heard, all));
          for (long i = 10; i < 20; i++) {
            t.send(peer, CONTROL, i, MemorySegment.NULL);
          }
          all.await();
          assertEquals(20, heard.size());
          assertEquals(heard.stream().sorted().toList(), heard);
          t.send(peer, BOUNDARY, number(6));
          assertEquals(6, number(t, peer, BOUNDARY));
          return null;
        });
  }

  private static Transport.Listener listener(List<Long> heard, CountDownLatch all) {
    return new Transport.Listener() {
      @Override
      public void arrived(int peer, MessageTag tag, Message message) {
        heard.add(message.label());
        message.close();
        all.countDown();
      }

      @Override
      public void ended(int peer, PeerException why) {}
    };
  }

  @Test
  void aWaitEndsAtTheDeadlineAndNamesTheRank() {
    CountDownLatch gaveUp = new CountDownLatch(1);
    PeerException e =
        assertThrows(
            PeerException.class,
            () ->
                ThreadRanks.run(
                    group(2, IMPATIENT),
                    t -> {
                      if (t.rank() == 0) {
                        receiveInVain(t, 1, gaveUp);
                      } else {
                        gaveUp.await();
                      }
                      return null;
                    }));
    assertEquals(1, e.rank());
    assertTrue(e.getMessage().contains("rank 0 waited 1.5 s for rank 1"), e.getMessage());
    assertTrue(e.getMessage().contains("boundary/0"), e.getMessage());
  }

  private static void receiveInVain(Transport transport, int peer, CountDownLatch gaveUp) {
    try {
      transport.receive(peer, BOUNDARY).close();
    } finally {
      gaveUp.countDown();
    }
  }

  @Test
  void theRankThatHangsIsNamedAlsoByThoseWhoWaitForOthers() {
    CountDownLatch oneWaits = new CountDownLatch(1);
    CountDownLatch zeroGaveUp = new CountDownLatch(1);
    PeerException e =
        assertThrows(
            PeerException.class,
            () ->
                ThreadRanks.run(
                    group(3, IMPATIENT),
                    t -> {
                      switch (t.rank()) {
                        case 0 -> {
                          oneWaits.await();
                          receiveInVain(t, 1, zeroGaveUp);
                        }
                        case 1 -> {
                          // A wait without a deadline, so rank 0 is first to give up.
                          try (var _ = t.expect(2)) {
                            oneWaits.countDown();
                            zeroGaveUp.await();
                          }
                        }
                        default -> zeroGaveUp.await();
                      }
                      return null;
                    }));
    assertEquals(2, e.rank());
    assertTrue(e.getMessage().contains("rank 1 waits for rank 2"), e.getMessage());
    assertTrue(e.getMessage().contains("Rank 2 hangs"), e.getMessage());
  }

  @Test
  void oneFailureEndsAllWaits() {
    List<String> seen = new ArrayList<>();
    List<Thread> others = new CopyOnWriteArrayList<>();
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class,
            () ->
                run(
                    4,
                    t -> {
                      if (t.rank() == 2) {
                        Await.until("the others", () -> others.size() == 3);
                        Await.blocked(others);
                        throw new IllegalStateException("no more coffee");
                      }
                      others.add(Thread.currentThread());
                      try {
                        t.receive((t.rank() + 1) % 4 == 2 ? 3 : (t.rank() + 1) % 4, CONTROL);
                      } catch (PeerException p) {
                        synchronized (seen) {
                          seen.add(p.rank() + p.getMessage());
                        }
                        throw p;
                      }
                      return null;
                    }));
    assertEquals("no more coffee", e.getMessage());
    assertEquals(3, seen.size());
    for (String message : seen) {
      assertTrue(
          message.startsWith("2rank 2 failed: IllegalStateException: no more coffee"), message);
    }
  }

  @Test
  void whatWasSentBeforeClosingArrives() {
    var closing = new CompletableFuture<Thread>();
    run(
        2,
        t -> {
          if (t.rank() == 0) {
            for (int i = 0; i < 5; i++) {
              t.send(1, BOUNDARY, i, MemorySegment.ofArray(pattern(100_000)));
            }
            closing.complete(Thread.currentThread());
            t.close();
          } else {
            Await.blocked(List.of(closing.get()));
            for (int i = 0; i < 5; i++) {
              try (Message m = t.receive(0, BOUNDARY)) {
                assertEquals(i, m.label());
                assertEquals(-1, m.payload().mismatch(MemorySegment.ofArray(pattern(100_000))));
              }
            }
            PeerException gone =
                assertThrows(PeerException.class, () -> t.receive(0, BOUNDARY).close());
            assertEquals(0, gone.rank());
            assertThrows(PeerException.class, () -> t.send(0, BOUNDARY, number(1)));
          }
          return null;
        });
  }

  @Test
  void aClosedTransportSaysSo() throws InterruptedException {
    List<Transport> ranks = group(2, LIMITS);
    Thread other = Thread.ofPlatform().start(ranks.get(1)::close);
    ranks.get(0).close();
    ranks.get(0).close();
    PeerException e =
        assertThrows(PeerException.class, () -> ranks.get(0).send(1, BOUNDARY, number(1)));
    assertTrue(e.getMessage().contains("rank 0 has closed its transport"), e.getMessage());
    assertTrue(other.join(Await.MOST), "the other end waits");
  }

  @Test
  void aSenderWaitsForASlowReceiver() {
    long bound = LIMITS.bytesPerPeer();
    MemorySegment piece = MemorySegment.ofArray(new byte[1 << 18]);
    AtomicInteger sent = new AtomicInteger();
    var sender = new CompletableFuture<Thread>();
    int total = 200;
    run(
        2,
        t -> {
          if (t.rank() == 0) {
            sender.complete(Thread.currentThread());
            for (int i = 0; i < total; i++) {
              t.send(1, BOUNDARY, piece);
              sent.incrementAndGet();
            }
          } else {
            Await.until("as much as may be sent", () -> sent.get() * piece.byteSize() >= bound);
            Await.blocked(List.of(sender.get()));
            long underWay = sent.get() * piece.byteSize();
            for (int i = 0; i < total; i++) {
              t.receive(0, BOUNDARY).close();
            }
            assertTrue(underWay <= allowedUnderWay(bound), underWay + " bytes under way");
          }
          return null;
        });
    assertEquals(total, sent.get());
  }

  /** The number of bytes that may be sent without being received. */
  protected long allowedUnderWay(long bound) {
    return bound + (1 << 18);
  }

  @Test
  void refusesWhatCannotBe() {
    run(
        2,
        t -> {
          assertThrows(IllegalArgumentException.class, () -> t.send(t.rank(), BOUNDARY, number(1)));
          assertThrows(IllegalArgumentException.class, () -> t.send(2, BOUNDARY, number(1)));
          assertThrows(IllegalArgumentException.class, () -> t.receive(-1, BOUNDARY).close());
          assertThrows(IllegalArgumentException.class, () -> t.checkReachable(2, BOUNDARY));
          assertThrows(IllegalArgumentException.class, () -> t.expect(2).close());
          t.expect(1 - t.rank()).close();
          return null;
        });
  }
}
