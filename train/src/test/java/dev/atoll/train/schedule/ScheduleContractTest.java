package dev.atoll.train.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.Values;
import dev.atoll.graph.policy.registry.Policies;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.sampling.importance.Periods;
import dev.atoll.train.schedule.twolevel.TwoLevel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of every schedule. */
@Timeout(180)
class ScheduleContractTest {
  private static final int MOST = 5;

  /** The default of two-level scheduling; others have fewer. */
  private static final int MOST_BY_DEFAULT = 16;

  private final AtomicInteger opened = new AtomicInteger();

  /** A batch that records the stages run on it. */
  private static final class Slot {
    int step;
    long seeds;
    long hop;
    long fetchedSeeds;
    long fetchedHop;
    long joined;
  }

  /** Every registered schedule with its defaults, and some with other settings. */
  static Stream<Arguments> schedules() {
    return Stream.concat(
        Policies.of(Schedule.class).stream()
            .map(policy -> arguments(policy.make(Values.defaults()), 2, MOST_BY_DEFAULT)),
        Stream.of(
            arguments(Schedule.ahead(1), 1, MOST),
            arguments(Schedule.ahead(MOST - 1), 1, MOST),
            arguments(new TwoLevel(100, MOST), 1, MOST),
            arguments(new TwoLevel(0, MOST), 3, MOST),
            arguments(new TwoLevel(1e9, 2), 2, MOST)));
  }

  @Test
  void equalSettingsAreEqualSchedules() {
    for (Policy<Schedule> policy : Policies.of(Schedule.class)) {
      Schedule schedule = policy.make(Values.defaults());
      assertEquals(schedule, policy.make(Values.defaults()), policy.name());
    }
  }

  private static SamplingDag<Slot> dag() {
    return SamplingDag.<Slot>compose()
        .seeds("seeds", slot -> slot.seeds = slot.step + 1L)
        .hop("hop", slot -> slot.hop = 10 * slot.seeds, slot -> slot.seeds, "seeds")
        .fetch("fetch seeds", slot -> slot.fetchedSeeds = 7 * slot.seeds, _ -> 1, "seeds")
        .fetch("fetch", slot -> slot.fetchedHop = 3 * slot.hop, _ -> 5, "hop")
        .join(
            "join",
            slot -> slot.joined = slot.fetchedSeeds + slot.fetchedHop,
            List.of("fetch seeds", "fetch"))
        .build();
  }

  private Pipeline<Slot> open(Schedule schedule, int threads, SamplingDag<Slot> dag) {
    return schedule.open(
        dag,
        () -> {
          opened.incrementAndGet();
          return new Slot();
        },
        (_, _, begun, ended) -> assertTrue(begun <= ended),
        new WorkerThreads(0, threads));
  }

  @ParameterizedTest
  @MethodSource("schedules")
  void batchesComeInOrderAndComplete(Schedule schedule, int threads, int most) {
    try (Pipeline<Slot> pipeline = open(schedule, threads, dag())) {
      for (int epoch = 0; epoch < 3; epoch++) {
        int factor = epoch;
        int first = epoch == 1 ? 30 : 0;
        pipeline.begin((step, slot) -> slot.step = step * factor, first, 60);
        for (int step = first; step < 60; step++) {
          Slot slot = pipeline.take(step);
          assertEquals(37L * (step * factor + 1), slot.joined, "step " + step);
        }
      }
    }
    assertTrue(opened.get() <= most, opened + " slots");
  }

  @ParameterizedTest
  @MethodSource("schedules")
  void batchesAreTheSameOnThreadsThatComputeToo(Schedule schedule) {
    try (var cpu = CpuBackend.open(2);
        Pipeline<Slot> pipeline =
            schedule.open(
                dag(),
                Slot::new,
                (_, _, _, _) -> {},
                new WorkerThreads(0, 2, cpu.spareThreads()))) {
      for (int epoch = 0; epoch < 2; epoch++) {
        pipeline.begin((step, slot) -> slot.step = step, 0, 40);
        for (int step = 0; step < 40; step++) {
          assertEquals(37L * (step + 1), pipeline.take(step).joined, "step " + step);
        }
      }
    }
  }

  /**
   * Draws by the results of earlier steps: the thread that computes these must not wait for them.
   */
  @ParameterizedTest
  @MethodSource("schedules")
  void batchesThatReadResultsNeverWaitOnTheThreadThatMakesThem(Schedule schedule) {
    int every = 3;
    var over = new Periods<Boolean>();
    over.of(0).complete(true);
    SamplingDag<Slot> reading =
        SamplingDag.<Slot>compose()
            .seeds("seeds", slot -> slot.seeds = slot.step)
            .hop("hop", slot -> over.await(read(slot.step, every)), _ -> 1, "seeds")
            .join("join", slot -> slot.joined = slot.seeds, List.of("hop"))
            .build();
    try (var cpu = CpuBackend.open(4);
        Pipeline<Slot> pipeline =
            schedule.open(
                reading,
                Slot::new,
                (_, _, _, _) -> {},
                new WorkerThreads(0, 4, cpu.spareThreads()))) {
      pipeline.begin(
          new Pipeline.Assignment<>() {
            @Override
            public void assign(int step, Slot slot) {
              slot.step = step;
            }

            @Override
            public int preparableFrom(int step) {
              return read(step, every);
            }
          },
          0,
          60);
      for (int step = 0; step < 60; step++) {
        assertEquals(step, pipeline.take(step).joined);
        over.of(step + 1).complete(true);
      }
    }
  }

  private static int read(int step, int every) {
    return Math.max(0, step / every - 1) * every;
  }

  @ParameterizedTest
  @MethodSource("schedules")
  void aTaskThatFailsEndsItsBatch(Schedule schedule, int threads) {
    SamplingDag<Slot> failing =
        SamplingDag.<Slot>compose()
            .seeds("seeds", slot -> slot.seeds = slot.step)
            .hop("hop", ScheduleContractTest::failAtThree, _ -> 1, "seeds")
            .join("join", slot -> slot.joined = slot.seeds, List.of("hop"))
            .build();
    try (Pipeline<Slot> pipeline = open(schedule, threads, failing)) {
      pipeline.begin((step, slot) -> slot.step = step, 0, 10);
      for (int step = 0; step < 3; step++) {
        assertEquals(step, pipeline.take(step).joined);
      }
      assertEquals(
          "no neighbours at 3",
          assertThrows(IllegalStateException.class, () -> pipeline.take(3)).getMessage());
    }
  }

  /** Errors of every kind, in every stage, reach whoever takes the batch. */
  @ParameterizedTest
  @MethodSource("schedules")
  @Timeout(180)
  void aTaskThatFailsWithAnErrorEndsItsBatchToo(Schedule schedule, int threads) {
    for (String stage : List.of("seeds", "hop", "join")) {
      SamplingDag<Slot> failing =
          SamplingDag.<Slot>compose()
              .seeds("seeds", slot -> overflow(slot, stage, "seeds"))
              .hop("hop", slot -> overflow(slot, stage, "hop"), _ -> 1, "seeds")
              .join("join", slot -> overflow(slot, stage, "join"), List.of("hop"))
              .build();
      try (Pipeline<Slot> pipeline = open(schedule, threads, failing)) {
        pipeline.begin((step, slot) -> slot.step = step, 0, 10);
        pipeline.take(0);
        assertThrows(StackOverflowError.class, () -> pipeline.take(1), stage);
      }
    }
  }

  private static void overflow(Slot slot, String failing, String stage) {
    if (slot.step == 1 && failing.equals(stage)) {
      throw new StackOverflowError("a test's");
    }
  }

  @Test
  void threadsServeManyBatches() {
    Set<Thread> seen = ConcurrentHashMap.newKeySet();
    SamplingDag<Slot> dag =
        SamplingDag.<Slot>compose()
            .seeds("seeds", _ -> seen.add(Thread.currentThread()))
            .join("join", _ -> {}, List.of("seeds"))
            .build();
    try (Pipeline<Slot> pipeline = open(Schedule.ahead(2), 1, dag)) {
      pipeline.begin((_, _) -> {}, 0, 200);
      for (int step = 0; step < 200; step++) {
        pipeline.take(step);
      }
    }
    assertTrue(seen.size() <= 3, "threads: " + seen.size());
  }

  private static void failAtThree(Slot slot) {
    if (slot.step == 3) {
      throw new IllegalStateException("no neighbours at 3");
    }
  }

  @ParameterizedTest
  @MethodSource("schedules")
  void roomThatCannotBeMadeIsAnError(Schedule schedule, int threads) {
    assertEquals(
        "no memory",
        assertThrows(
                IllegalStateException.class,
                () -> {
                  try (Pipeline<Slot> pipeline =
                      schedule.open(
                          dag(),
                          ScheduleContractTest::noRoom,
                          (_, _, _, _) -> {},
                          new WorkerThreads(0, threads))) {
                    pipeline.begin((_, _) -> {}, 0, 10);
                    pipeline.take(0);
                  }
                })
            .getMessage());
  }

  private static Slot noRoom() {
    throw new IllegalStateException("no memory");
  }

  /**
   * Memory runs out while the second batch is launched: the run ends, and no thread waits forever.
   */
  @ParameterizedTest
  @MethodSource("schedules")
  @Timeout(180)
  void anErrorEndsTheRunToo(Schedule schedule, int threads) {
    assertThrows(
        OutOfMemoryError.class,
        () -> {
          try (Pipeline<Slot> pipeline =
              schedule.open(
                  dag(), this::onlyOneRoom, (_, _, _, _) -> {}, new WorkerThreads(0, threads))) {
            pipeline.begin((_, _) -> {}, 0, 10);
            pipeline.take(0);
            pipeline.take(1);
            throw new OutOfMemoryError("one batch is enough to be sequential");
          }
        });
  }

  private Slot onlyOneRoom() {
    if (opened.incrementAndGet() > 1) {
      throw new OutOfMemoryError("a test's");
    }
    return new Slot();
  }
}
