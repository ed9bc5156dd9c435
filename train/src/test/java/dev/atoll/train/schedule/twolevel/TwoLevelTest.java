package dev.atoll.train.schedule.twolevel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.SchedulingContext;
import dev.atoll.train.schedule.Launch;
import dev.atoll.train.schedule.Pipeline;
import dev.atoll.train.schedule.SamplingDag;
import dev.atoll.train.schedule.WorkerThreads;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TwoLevelTest {
  private static final int MOST = 5;

  private static Pipeline<AtomicLong> open(int most, SamplingDag<AtomicLong> dag) {
    return new TwoLevel(100, most)
        .open(dag, AtomicLong::new, (_, _, _, _) -> {}, new WorkerThreads(0, 1));
  }

  @Test
  void whoWaitsForAPeerLetsOthersIn() {
    var answer = new CountDownLatch(1);
    SamplingDag<AtomicLong> dag =
        SamplingDag.<AtomicLong>compose()
            .seeds("seeds", _ -> {})
            .fetch("remote", _ -> awaitPeer(answer), _ -> 1, "seeds")
            .hop("local", _ -> answer.countDown(), _ -> 2, "seeds")
            .join("join", slot -> slot.set(1), List.of("remote", "local"))
            .build();
    try (Pipeline<AtomicLong> pipeline = open(2, dag)) {
      pipeline.begin((_, _) -> {}, 0, 1);
      assertEquals(1, pipeline.take(0).get());
    }
  }

  /** A thread with the only turn runs all ready stages, of its batch and of others. */
  @Test
  void aStageIsHandedOverOnlyWhereATurnIsFree() {
    Map<Long, Set<Thread>> byBatch = new ConcurrentHashMap<>();
    Consumer<AtomicLong> body =
        batch ->
            byBatch
                .computeIfAbsent(batch.get(), _ -> ConcurrentHashMap.newKeySet())
                .add(Thread.currentThread());
    SamplingDag<AtomicLong> dag =
        SamplingDag.<AtomicLong>compose()
            .seeds("seeds", body)
            .hop("hop 0", body, _ -> 5, "seeds")
            .hop("hop 1", body, _ -> 5, "hop 0")
            .fetch("fetch 0", body, _ -> 7, "hop 0")
            .fetch("fetch 1", body, _ -> 7, "hop 1")
            .join("join", body, List.of("fetch 0", "fetch 1"))
            .build();
    try (Pipeline<AtomicLong> pipeline = open(MOST, dag)) {
      pipeline.begin((step, slot) -> slot.set(step), 0, 50);
      for (int step = 0; step < 50; step++) {
        pipeline.take(step);
      }
      long handOvers = pipeline.takeLaunches().stream().mapToLong(Launch::handOvers).sum();
      assertTrue(handOvers <= 50, handOvers + " hand-overs of 50 batches");
    }
    assertEquals(50, byBatch.size());
    byBatch.forEach((batch, threads) -> assertEquals(1, threads.size(), "batch " + batch));
  }

  private static void awaitPeer(CountDownLatch answer) {
    boolean answered =
        SchedulingContext.await(
            () -> {
              try {
                return answer.await(120, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    assertTrue(answered, "the other stage runs while this one waits");
  }

  @Test
  void everyLaunchIsTold() {
    SamplingDag<AtomicLong> dag =
        SamplingDag.<AtomicLong>compose()
            .seeds("seeds", AtomicLong::incrementAndGet)
            .hop("hop", AtomicLong::incrementAndGet, _ -> 1, "seeds")
            .join("join", AtomicLong::incrementAndGet, List.of("hop"))
            .build();
    try (Pipeline<AtomicLong> pipeline = open(MOST, dag)) {
      pipeline.begin((step, slot) -> slot.set(step), 0, 20);
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
