package dev.atoll.comm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.comm.tcp.TcpRanks;
import dev.atoll.comm.tcp.TcpSettings;
import dev.atoll.testkit.Await;
import dev.atoll.testkit.Randomly;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class CommunicatorTest {
  private static final Limits LIMITS = new Limits(Await.MOST, Limits.LEAST_BYTES);

  /** Lengths around nothing, lanes, cache lines and chunks of the smallest bound. */
  private static final int[] LENGTHS = {
    0, 1, 2, 3, 7, 15, 16, 17, 63, 64, 65, 1023, 1025, 4099, 9001, 20_011
  };

  @FunctionalInterface
  private interface Body<T> {
    T run(Communicator all) throws Exception;
  }

  private static <T> List<T> run(int size, Body<T> body) {
    return ThreadRanks.run(
        size,
        LIMITS,
        transport -> {
          try (Communicator all = Communicator.on(transport)) {
            return body.run(all);
          }
        });
  }

  private static float[] values(long key, int rank, int length) {
    SplittableRandom random = new SplittableRandom(key * 31 + rank);
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = (float) (random.nextGaussian() * Math.exp(random.nextGaussian() * 3));
    }
    return values;
  }

  /** The slow reference: one rank's values after the other. */
  private static float[] sequentialSum(long key, int size, int length) {
    float[] sum = values(key, 0, length);
    for (int rank = 1; rank < size; rank++) {
      float[] next = values(key, rank, length);
      for (int i = 0; i < length; i++) {
        sum[i] += next[i];
      }
    }
    return sum;
  }

  private static int anyLength(RandomGenerator random) {
    return LENGTHS[random.nextInt(LENGTHS.length)];
  }

  /** Short messages are passed unchanged, long ones in chunks, and empty ones not at all. */
  @Test
  void messagesAreHandedOver() {
    for (long longest : new long[] {8, Transport.MAX_MESSAGE_BYTES}) {
      ThreadRanks.run(
          3,
          Limits.DEFAULT,
          transport -> {
            try (var ranks = Communicator.on(transport)) {
              var out = new Message[3];
              var in = new Message[3];
              long[] inBytes = new long[3];
              for (int peer = 0; peer < 3; peer++) {
                if (peer != transport.rank()) {
                  out[peer] = messageOf(transport, transport.rank(), peer);
                  inBytes[peer] = handedOver(peer, transport.rank());
                }
              }
              ranks.handOver(Purpose.BOUNDARY, out, inBytes, in, longest);
              for (int peer = 0; peer < 3; peer++) {
                if (inBytes[peer] == 0) {
                  assertNull(in[peer]);
                } else {
                  assertEquals(inBytes[peer], in[peer].payload().byteSize());
                  assertEquals((byte) (10 * peer), in[peer].payload().get(JAVA_BYTE, 3));
                  in[peer].close();
                }
              }
              assertEquals(
                  handedOver(transport.rank(), (transport.rank() + 1) % 3)
                      + handedOver(transport.rank(), (transport.rank() + 2) % 3),
                  transport.traffic().bytes(Purpose.BOUNDARY));
              ranks.barrier();
            }
            return null;
          });
    }
  }

  private static long handedOver(int from, int to) {
    return from == 0 && to == 1 ? 0 : 4L + 100L * from + to;
  }

  private static Message messageOf(Transport transport, int from, int to) {
    long bytes = handedOver(from, to);
    if (bytes == 0) {
      return null;
    }
    Message message = transport.allocate(bytes);
    message.payload().fill((byte) (10 * from));
    return message;
  }

  @Test
  void allReduceIsTheSequentialSumToTheBit() {
    for (int size = 1; size <= 9; size++) {
      int ranks = size;
      run(
          size,
          all -> {
            for (int length : LENGTHS) {
              float[] mine = values(length, all.rank(), length);
              all.allReduce(Purpose.GRADIENTS, MemorySegment.ofArray(mine));
              assertArrayEquals(sequentialSum(length, ranks, length), mine, 0f);
            }
            return null;
          });
    }
  }

  @Test
  void theBitsAreTheSameOverTcp() {
    for (int size : new int[] {2, 3, 5}) {
      ThreadRanks.run(
          TcpRanks.join(size, TcpSettings.LOCAL.withLimits(LIMITS)),
          transport -> {
            try (Communicator all = Communicator.on(transport)) {
              for (int length : LENGTHS) {
                MemorySegment mine = Arena.ofAuto().allocate(4L * length, 64);
                mine.copyFrom(MemorySegment.ofArray(values(length, all.rank(), length)));
                CollectiveFuture pending = all.startAllReduce(Purpose.GRADIENTS, mine);
                float[] again = values(length, all.rank(), length);
                all.allReduce(Purpose.GRADIENTS, MemorySegment.ofArray(again));
                pending.await();
                float[] expected = sequentialSum(length, size, length);
                assertArrayEquals(expected, again, 0f);
                assertArrayEquals(expected, mine.toArray(JAVA_FLOAT), 0f);
              }
            }
            return null;
          });
    }
  }

  @Test
  void overlappedAllReducesAreTheSame() {
    run(
        3,
        all -> {
          List<MemorySegment> buckets = new ArrayList<>();
          List<CollectiveFuture> pending = new ArrayList<>();
          for (int length : LENGTHS) {
            MemorySegment bucket = Arena.ofAuto().allocate(4L * length, 64);
            bucket.copyFrom(MemorySegment.ofArray(values(length, all.rank(), length)));
            buckets.add(bucket);
            pending.add(all.startAllReduce(Purpose.GRADIENTS, bucket));
            all.barrier(); // other collectives go on meanwhile
          }
          pending.forEach(CollectiveFuture::await);
          for (int i = 0; i < LENGTHS.length; i++) {
            float[] sum = buckets.get(i).toArray(JAVA_FLOAT);
            assertArrayEquals(sequentialSum(LENGTHS[i], 3, LENGTHS[i]), sum, 0f);
          }
          return null;
        });
  }

  @Test
  void allReduceMovesAsFewBytesAsARing() {
    int length = 4096;
    for (int size : new int[] {2, 4, 8}) {
      List<Long> sent =
          run(
              size,
              all -> {
                all.allReduce(Purpose.GRADIENTS, MemorySegment.ofArray(new float[length]));
                return all.transport().traffic().bytes(Purpose.GRADIENTS);
              });
      for (long bytes : sent) {
        assertEquals(2L * (size - 1) * length * 4 / size, bytes);
      }
    }
  }

  @Test
  void reduceScatterSumsOwnShares() {
    Randomly.tries(
        20,
        random -> {
          int size = 1 + random.nextInt(9);
          int length = anyLength(random);
          long[] offsets = anyOffsets(random, size, length);
          run(
              size,
              all -> {
                float[] mine = values(length, all.rank(), length);
                float[] expected = mine.clone();
                int from = (int) offsets[all.rank()] / 4;
                int to = (int) offsets[all.rank() + 1] / 4;
                float[] sum = sequentialSum(length, all.size(), length);
                System.arraycopy(sum, from, expected, from, to - from);
                all.reduceScatter(Purpose.GRADIENTS, MemorySegment.ofArray(mine), offsets);
                assertArrayEquals(expected, mine, 0f);
                return null;
              });
        });
  }

  /** Cuts of floats at random places, in bytes. */
  private static long[] anyOffsets(RandomGenerator random, int size, int length) {
    long[] offsets = new long[size + 1];
    for (int r = 1; r < size; r++) {
      offsets[r] = 4L * random.nextInt(length + 1);
    }
    offsets[size] = 4L * length;
    Arrays.sort(offsets);
    return offsets;
  }

  @Test
  void allGatherGathersTheRootsAndPassesOverOthers() {
    Randomly.tries(
        20,
        random -> {
          int size = 1 + random.nextInt(9);
          int length = anyLength(random);
          long[] offsets = anyOffsets(random, size, length);
          BitSet roots = anySet(random, size);
          run(
              size,
              all -> {
                float[] data = values(7, all.rank(), length);
                float[] expected = data.clone();
                for (int r = roots.nextSetBit(0); r >= 0; r = roots.nextSetBit(r + 1)) {
                  int from = (int) offsets[r] / 4;
                  int count = (int) offsets[r + 1] / 4 - from;
                  System.arraycopy(values(7, r, length), from, expected, from, count);
                }
                all.allGather(Purpose.BOUNDARY, MemorySegment.ofArray(data), offsets, roots);
                assertArrayEquals(expected, data, 0f);
                return null;
              });
        });
  }

  private static BitSet anySet(RandomGenerator random, int size) {
    BitSet set = new BitSet();
    for (int r = 0; r < size; r++) {
      set.set(r, random.nextBoolean());
    }
    return set;
  }

  @Test
  void allToAllTransposes() {
    Randomly.tries(
        20,
        random -> {
          int size = 1 + random.nextInt(9);
          int[][] lengths = new int[size][size];
          for (int[] row : lengths) {
            Arrays.setAll(row, i -> anyLength(random));
          }
          run(
              size,
              all -> {
                MemorySegment[] out = new MemorySegment[size];
                MemorySegment[] in = new MemorySegment[size];
                for (int r = 0; r < size; r++) {
                  int length = lengths[all.rank()][r];
                  out[r] = MemorySegment.ofArray(values(r, all.rank(), length));
                  in[r] = MemorySegment.ofArray(new float[lengths[r][all.rank()]]);
                }
                all.allToAll(Purpose.BOUNDARY, out, in);
                for (int r = 0; r < size; r++) {
                  float[] expected = values(all.rank(), r, lengths[r][all.rank()]);
                  assertArrayEquals(expected, in[r].toArray(JAVA_FLOAT), 0f);
                }
                List<byte[]> taken = new ArrayList<>();
                all.exchange(
                    Purpose.BOUNDARY, out, (r, data) -> taken.add(data.toArray(JAVA_BYTE)));
                for (int r = 0; r < size; r++) {
                  assertArrayEquals(in[r].toArray(JAVA_BYTE), taken.get(r));
                }
                return null;
              });
        });
  }

  @Test
  void blocksOfSomeRootsReachEveryRank() {
    Randomly.tries(
        30,
        random -> {
          int size = 1 + random.nextInt(9);
          BitSet roots = anySet(random, size);
          int[] lengths = random.ints(size, 0, 1 + anyLength(random)).toArray();
          List<Long> bytes =
              run(
                  size,
                  all -> {
                    float[][] blocks = new float[size][];
                    var memory = new MemorySegment[size];
                    for (int r = 0; r < size; r++) {
                      blocks[r] = values(3, r == all.rank() ? r : -1, lengths[r]);
                      memory[r] = MemorySegment.ofArray(blocks[r]);
                    }
                    all.broadcasts(Purpose.BOUNDARY, roots, memory);
                    for (int r = 0; r < size; r++) {
                      boolean here = roots.get(r) || r == all.rank();
                      assertArrayEquals(values(3, here ? r : -1, lengths[r]), blocks[r], 0f);
                    }
                    all.barrier();
                    return all.transport().traffic().bytes(Purpose.BOUNDARY);
                  });
          long once = roots.stream().mapToLong(r -> lengths[r]).sum();
          assertEquals(4L * (size - 1) * once, bytes.stream().mapToLong(b -> b).sum());
        });
  }

  @Test
  void broadcastReachesEveryRank() {
    run(
        5,
        all -> {
          float[] data = values(3, all.rank(), 1000);
          all.broadcast(Purpose.BOUNDARY, 3, MemorySegment.ofArray(data));
          assertArrayEquals(values(3, 3, 1000), data, 0f);
          return null;
        });
  }

  @Test
  void smallValuesAreGathered() {
    run(
        5,
        all -> {
          assertArrayEquals(
              new long[] {0, 10, 20, 30, 40}, all.allGather(Purpose.CONTROL, all.rank() * 10L));
          assertArrayEquals(
              new double[] {0, .5, 1, 1.5, 2}, all.allGather(Purpose.CONTROL, all.rank() * 0.5));
          List<byte[]> names =
              all.allGather(Purpose.CONTROL, "x".repeat(all.rank()).getBytes(UTF_8));
          for (int r = 0; r < 5; r++) {
            assertEquals("x".repeat(r), new String(names.get(r), UTF_8));
          }
          double[][] pairs = all.allGather(Purpose.CONTROL, new double[] {all.rank(), -all.rank()});
          List<int[]> ints = all.allGather(Purpose.SAMPLING, new int[all.rank()]);
          for (int r = 0; r < 5; r++) {
            assertArrayEquals(new double[] {r, -r}, pairs[r]);
            assertArrayEquals(new int[r], ints.get(r));
          }
          assertEquals(
              4L * (8 + 8 + 8 + all.rank() + 16), all.transport().traffic().bytes(Purpose.CONTROL));
          assertEquals(
              4L * (8 + 4 * all.rank()), all.transport().traffic().bytes(Purpose.SAMPLING));
          return null;
        });
  }

  @Test
  void noRankLeavesABarrierBeforeTheLastCame() {
    for (int size = 1; size <= 9; size++) {
      var ranks = Stream.generate(CompletableFuture<Thread>::new).limit(size).toList();
      var came = new AtomicInteger();
      run(
          size,
          all -> {
            ranks.get(all.rank()).complete(Thread.currentThread());
            if (all.rank() > 0) {
              Await.blocked(List.of(ranks.get(all.rank() - 1).get())); // in the barrier
            }
            came.incrementAndGet();
            all.barrier();
            assertEquals(all.transport().size(), came.get());
            return null;
          });
    }
  }

  @Test
  void ranksThatWentDifferentWaysFindOut() {
    PeerException e =
        assertThrows(
            PeerException.class,
            () ->
                run(
                    2,
                    all -> {
                      all.barrier();
                      if (all.rank() == 0) {
                        all.broadcast(Purpose.CONTROL, 0, MemorySegment.ofArray(new byte[4]));
                        all.barrier();
                      } else {
                        all.barrier();
                      }
                      return null;
                    }));
    assertTrue(e.getMessage().contains("is in barrier number"), e.getMessage());
    assertTrue(e.getMessage().contains("the same collectives in the same order"), e.getMessage());
  }

  @Test
  void ranksThatDisagreeOnSizesFindOut() {
    PeerException e =
        assertThrows(
            PeerException.class,
            () ->
                run(
                    2,
                    all -> {
                      int length = 32 + 16 * all.rank();
                      all.allReduce(Purpose.GRADIENTS, MemorySegment.ofArray(new float[length]));
                      return null;
                    }));
    assertTrue(e.getMessage().contains("do not agree on the sizes"), e.getMessage());
  }
}
