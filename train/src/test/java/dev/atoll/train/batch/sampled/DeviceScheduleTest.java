package dev.atoll.train.batch.sampled;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.graph.RandomKey;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DeviceScheduleTest {
  private static final RandomKey KEY = RandomKey.ofSeed(3);

  private static SeedOrder order(int seeds, int workers, int batch, Shuffle shuffle) {
    long[] all = LongStream.range(0, seeds).toArray();
    return new SeedSchedule(
        all, seed -> (int) (seed * workers / seeds), workers, 1, batch, shuffle, KEY);
  }

  /** Device 0 has seeds 0 to 6, device 1 has 7 to 9: two batches of at most 4, and one. */
  @Test
  void everyStepHasSeedsOfOneDevice() {
    DeviceSchedule schedule =
        ThreadRanks.run(
                1,
                Limits.DEFAULT,
                transport ->
                    DeviceSchedule.agree(
                        order(10, 1, 4, Shuffle.LOCAL),
                        seed -> seed < 7 ? 0 : 1,
                        2,
                        4,
                        Communicator.on(transport)))
            .getFirst();
    assertEquals(3, schedule.steps());
    assertArrayEquals(
        new int[] {0, 3, 6, 10},
        new int[] {
          schedule.from(0, 0, 0),
          schedule.from(0, 0, 1),
          schedule.from(0, 0, 2),
          schedule.from(0, 0, 3)
        });
    for (int epoch = 0; epoch < 3; epoch++) {
      long[] seeds = schedule.of(0, epoch);
      assertArrayEquals(LongStream.range(0, 10).toArray(), Arrays.stream(seeds).sorted().toArray());
      for (int i = 0; i < 10; i++) {
        assertEquals(
            i >= 3 && i < 6, seeds[i] >= 7, "place " + i + " of " + Arrays.toString(seeds));
      }
    }
    assertTrue(!Arrays.equals(schedule.of(0, 0), schedule.of(0, 1)), "a new order every epoch");
  }

  /**
   * Worker 0 needs four steps, 3 + 1 seeds in batches of 1; worker 1 needs as many for other
   * devices.
   */
  @Test
  void allWorkersTakeAsManySteps() {
    List<DeviceSchedule> schedules =
        ThreadRanks.run(
            2,
            Limits.DEFAULT,
            transport ->
                DeviceSchedule.agree(
                    order(8, 2, 2, Shuffle.LOCAL),
                    seed -> seed == 3 || seed == 7 ? 1 : transport.rank() == 0 ? 0 : 1,
                    2,
                    2,
                    Communicator.on(transport)));
    for (int rank = 0; rank < 2; rank++) {
      DeviceSchedule schedule = schedules.get(rank);
      assertEquals(3, schedule.steps(), "3 and 1 seeds by two are three steps; 4 alone are two");
      assertEquals(4, schedule.of(rank, 0).length);
      int all = 0;
      for (int step = 0; step < 3; step++) {
        assertEquals(schedules.get(0).from(1, 0, step), schedules.get(1).from(1, 0, step));
        all += schedule.batchNodes(0, step);
      }
      assertEquals(8, all);
      int other = 1 - rank;
      assertEquals(
          "worker %d knows the devices of its own seeds, not of those of worker %d"
              .formatted(rank, other),
          assertThrows(IllegalArgumentException.class, () -> schedule.of(other, 0)).getMessage());
    }
  }

  @Test
  void seedsThatChangeWorkersAreRefused() {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    ThreadRanks.run(
                        2,
                        Limits.DEFAULT,
                        transport ->
                            DeviceSchedule.agree(
                                order(8, 2, 2, Shuffle.GLOBAL),
                                _ -> 0,
                                1,
                                2,
                                Communicator.on(transport))))
            .getMessage();
    assertTrue(message.contains("expected shuffle=local or workers=1"));
  }
}
