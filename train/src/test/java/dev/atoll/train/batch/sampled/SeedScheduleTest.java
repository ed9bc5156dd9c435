package dev.atoll.train.batch.sampled;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.testkit.Randomly;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SeedScheduleTest {
  private static final RandomKey KEY = RandomKey.ofSeed(9);

  @ParameterizedTest
  @EnumSource
  void everySeedIsSeenOnceAnEpochInEqualSteps(Shuffle shuffle) {
    Randomly.tries(
        60,
        random -> {
          PartitionBook book = book(random, 1 + random.nextInt(5));
          long[] seeds = seeds(random, book.nodeCount());
          int batch = 1 + random.nextInt(30);
          var schedule = new SeedSchedule(seeds, book::owner, book.parts(), 1, batch, shuffle, KEY);
          for (int epoch = 0; epoch < 3; epoch++) {
            check(schedule, book.parts(), batch, seeds, epoch);
          }
        });
  }

  private static void check(
      SeedSchedule schedule, int workers, int batch, long[] seeds, int epoch) {
    long[] all =
        LongStream.range(0, workers)
            .flatMap(worker -> Arrays.stream(schedule.of((int) worker, epoch)))
            .sorted()
            .toArray();
    assertArrayEquals(seeds, all);
    long inSteps = 0;
    for (int worker = 0; worker < workers; worker++) {
      int count = schedule.of(worker, epoch).length;
      assertTrue(Math.abs(count - seeds.length / (double) workers) < 1);
      assertEquals(0, schedule.from(worker, epoch, 0));
      assertEquals(count, schedule.from(worker, epoch, schedule.steps()));
      for (int step = 0; step < schedule.steps(); step++) {
        int size = schedule.from(worker, epoch, step + 1) - schedule.from(worker, epoch, step);
        assertTrue(size >= 0 && size <= batch);
      }
    }
    for (int step = 0; step < schedule.steps(); step++) {
      inSteps += schedule.batchNodes(epoch, step);
    }
    assertEquals(seeds.length, inSteps);
  }

  /** Each worker trains on the seeds of its own part. */
  @Test
  void rangesGoToThePartsThatOwnThem() {
    PartitionBook book = PartitionBook.ofFirstNodes(List.of(0L, 100L, 200L, 300L));
    long[] seeds = LongStream.range(0, 300).filter(v -> v % 3 == 0).toArray();
    var schedule = new SeedSchedule(seeds, book::owner, book.parts(), 1, 1000, Shuffle.LOCAL, KEY);
    for (int worker = 0; worker < 3; worker++) {
      for (long seed : schedule.of(worker, 0)) {
        int owner = book.owner(seed);
        assertTrue(owner == worker || seed % 100 > 97 || seed % 100 < 2, seed + " of " + owner);
      }
    }
  }

  /**
   * If all seeds are in the last part, each worker gets one range, and the owner gets one of its
   * own.
   */
  @Test
  void whoOwnsNoSeedTrainsToo() {
    PartitionBook book = PartitionBook.ofFirstNodes(List.of(0L, 10L, 20L, 80L));
    long[] seeds = LongStream.range(20, 80).toArray();
    var schedule = new SeedSchedule(seeds, book::owner, book.parts(), 1, 5, Shuffle.LOCAL, KEY);
    assertEquals(4, schedule.steps());
    for (int worker = 0; worker < 3; worker++) {
      assertEquals(20, schedule.of(worker, 0).length);
    }
  }

  /** DistDGL's second level: the seeds of a part are cut evenly among its trainers. */
  @Test
  void trainersOfAPartShareItsSeeds() {
    PartitionBook book =
        PartitionBook.ofFirstNodes(List.of(0L, 50L, 100L, 150L, 200L, 250L, 300L)); // 2 × 3
    long[] seeds = LongStream.range(0, 300).filter(v -> v < 40 || v >= 260).toArray();
    var schedule = new SeedSchedule(seeds, book::owner, 6, 3, 1000, Shuffle.LOCAL, KEY);
    long[] all = new long[0];
    for (int worker = 0; worker < 6; worker++) {
      long[] own = schedule.of(worker, 0);
      assertTrue(own.length == 13 || own.length == 14, own.length + " seeds");
      int part = worker / 3;
      assertTrue(Arrays.stream(own).allMatch(seed -> book.owner(seed) / 3 == part));
      all = LongStream.concat(Arrays.stream(all), Arrays.stream(own)).toArray();
    }
    Arrays.sort(all);
    assertArrayEquals(seeds, all);
  }

  @Test
  void ordersChangeWithTheEpochAndComeAgain() {
    PartitionBook book = PartitionBook.ofFirstNodes(List.of(0L, 50L, 100L));
    long[] seeds = LongStream.range(0, 100).toArray();
    var schedule = new SeedSchedule(seeds, book::owner, book.parts(), 1, 10, Shuffle.GLOBAL, KEY);
    assertArrayEquals(schedule.of(0, 4), schedule.of(0, 4));
    assertFalse(Arrays.equals(schedule.of(0, 0), schedule.of(0, 1)));
  }

  private static PartitionBook book(RandomGenerator random, int parts) {
    var first = new ArrayList<>(List.of(0L));
    for (int part = 0; part < parts; part++) {
      first.add(first.getLast() + random.nextInt(60));
    }
    first.set(parts, first.get(parts) + 1);
    return PartitionBook.ofFirstNodes(first);
  }

  private static long[] seeds(RandomGenerator random, long nodes) {
    return LongStream.range(0, nodes).filter(_ -> random.nextInt(3) == 0).toArray();
  }
}
