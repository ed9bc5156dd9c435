package dev.atoll.train.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.SchedulingContext;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every schedule must do. */
@Timeout(20)
class PipelineTest {
  private static final int MOST = 5;

  private final AtomicInteger opened = new AtomicInteger();

  /** A batch that remembers what was done to it. */
  private static final class Room {
    int step;
    long seeds;
    long hop;
    long fetchedSeeds;
    long fetchedHop;
    long joined;
  }

  static Stream<Scheduler> schedulers() {
    return Stream.of(
        new Scheduler.Ahead(0, "test"),
        new Scheduler.Ahead(1, "test"),
        new Scheduler.Ahead(MOST - 1, "test"),
        new Scheduler.TwoLevel(100, MOST, 1, "test"),
        new Scheduler.TwoLevel(0, MOST, 3, "test"),
        new Scheduler.TwoLevel(1e9, 2, 2, "test"));
  }

  private static SamplingDag<Room> dag() {
    return SamplingDag.<Room>compose()
        .seeds("seeds", room -> room.seeds = room.step + 1L)
        .hop("hop", room -> room.hop = 10 * room.seeds, room -> room.seeds, "seeds")
        .fetch("fetch seeds", room -> room.fetchedSeeds = 7 * room.seeds, _ -> 1, "seeds")
        .fetch("fetch", room -> room.fetchedHop = 3 * room.hop, _ -> 5, "hop")
        .join(
            "join",
            room -> room.joined = room.fetchedSeeds + room.fetchedHop,
            List.of("fetch seeds", "fetch"))
        .build();
  }

  private Pipeline<Room> open(Scheduler scheduler, SamplingDag<Room> dag) {
    return scheduler.open(
        dag,
        () -> {
          opened.incrementAndGet();
          return new Room();
        },
        (_, _, begun, ended) -> assertTrue(begun <= ended));
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void batchesComeInOrderAndComplete(Scheduler scheduler) {
    try (Pipeline<Room> pipeline = open(scheduler, dag())) {
      for (int epoch = 0; epoch < 3; epoch++) {
        int factor = epoch;
        int first = epoch == 1 ? 30 : 0;
        pipeline.begin((step, room) -> room.step = step * factor, first, 60);
        for (int step = first; step < 60; step++) {
          Room room = pipeline.take(step);
          assertEquals(37L * (step * factor + 1), room.joined, "step " + step);
        }
      }
    }
    assertTrue(opened.get() <= MOST, opened + " rooms");
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void aTaskThatFailsEndsItsBatch(Scheduler scheduler) {
    SamplingDag<Room> failing =
        SamplingDag.<Room>compose()
            .seeds("seeds", room -> room.seeds = room.step)
            .hop("hop", PipelineTest::failAtThree, _ -> 1, "seeds")
            .join("join", room -> room.joined = room.seeds, List.of("hop"))
            .build();
    try (Pipeline<Room> pipeline = open(scheduler, failing)) {
      pipeline.begin((step, room) -> room.step = step, 0, 10);
      for (int step = 0; step < 3; step++) {
        assertEquals(step, pipeline.take(step).joined);
      }
      assertEquals(
          "no neighbours at 3",
          assertThrows(IllegalStateException.class, () -> pipeline.take(3)).getMessage());
    }
  }

  private static void failAtThree(Room room) {
    if (room.step == 3) {
      throw new IllegalStateException("no neighbours at 3");
    }
  }

  @ParameterizedTest
  @MethodSource("schedulers")
  void roomThatCannotBeMadeIsAnError(Scheduler scheduler) {
    assertEquals(
        "no memory",
        assertThrows(
                IllegalStateException.class,
                () -> {
                  try (Pipeline<Room> pipeline =
                      scheduler.open(dag(), PipelineTest::noRoom, (_, _, _, _) -> {})) {
                    pipeline.begin((_, _) -> {}, 0, 10);
                    pipeline.take(0);
                  }
                })
            .getMessage());
  }

  private static Room noRoom() {
    throw new IllegalStateException("no memory");
  }

  /** Memory ends while the second batch is launched: the run ends, and nobody waits for ever. */
  @ParameterizedTest
  @MethodSource("schedulers")
  @Timeout(20)
  void anErrorEndsTheRunToo(Scheduler scheduler) {
    assertThrows(
        OutOfMemoryError.class,
        () -> {
          try (Pipeline<Room> pipeline =
              scheduler.open(dag(), this::onlyOneRoom, (_, _, _, _) -> {})) {
            pipeline.begin((_, _) -> {}, 0, 10);
            pipeline.take(0);
            pipeline.take(1);
            throw new OutOfMemoryError("one room is enough to be sequential");
          }
        });
  }

  private Room onlyOneRoom() {
    if (opened.incrementAndGet() > 1) {
      throw new OutOfMemoryError("a test's");
    }
    return new Room();
  }

  @Test
  void whoWaitsForAPeerLetsOthersIn() {
    var answer = new CountDownLatch(1);
    SamplingDag<Room> dag =
        SamplingDag.<Room>compose()
            .seeds("seeds", room -> room.seeds = 1)
            .fetch("remote", _ -> awaitPeer(answer), _ -> 0, "seeds")
            .hop("local", _ -> answer.countDown(), _ -> 1, "seeds")
            .join("join", room -> room.joined = 1, List.of("remote", "local"))
            .build();
    try (Pipeline<Room> pipeline = open(new Scheduler.TwoLevel(100, 2, 1, "test"), dag)) {
      pipeline.begin((_, _) -> {}, 0, 1);
      assertEquals(1, pipeline.take(0).joined);
    }
  }

  private static void awaitPeer(CountDownLatch answer) {
    SchedulingContext.await(
        () -> {
          try {
            return answer.await(10, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void everyLaunchIsTold() {
    try (Pipeline<Room> pipeline = open(new Scheduler.TwoLevel(100, MOST, 1, "test"), dag())) {
      pipeline.begin((step, room) -> room.step = step, 0, 20);
      for (int step = 0; step < 20; step++) {
        pipeline.take(step);
      }
      List<Launch> launches = pipeline.takeLaunches();
      assertEquals(20, launches.size());
      for (Launch launch : launches) {
        assertTrue(launch.underWay() <= MOST, launch.toString());
        assertTrue(LaunchRule.launches(launch), launch.toString());
      }
      assertEquals(List.of(), pipeline.takeLaunches());
    }
  }
}
