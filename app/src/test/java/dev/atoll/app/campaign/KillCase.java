package dev.atoll.app.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One kill: which run, which fault, and when.
 *
 * @param at milliseconds since the start, or the epoch
 * @param pauseMillis after that moment
 * @param victim which of the workers
 * @param again whether the resumed run is killed once more
 */
record KillCase(
    String recipe,
    int workers,
    Engine engine,
    Fault fault,
    When when,
    long at,
    long pauseMillis,
    int victim,
    boolean again) {
  private static final List<String> RECIPES =
      List.of(
          "distdgl --set batch=16",
          "bytegnn --set batch=16",
          "placement --set batch=16",
          "dgs --set batch=16 --set explain.every=4",
          "distdgl --set batch=16 --set embeddings=sparse --set embeddings.width=4",
          "distdgl --set batch=64 --task link",
          "vanilla",
          "bns-gcn",
          "sancus-a --set exchange.codec=int8",
          "pipegcn");

  static final int EPOCHS = 16;

  /** Where the workers are. */
  enum Engine {
    THREADS,
    PROCESSES
  }

  /** What happens to the run. */
  enum Fault {
    CANCEL,
    KILL_LEAD,
    TERM_LEAD,
    INT_LEAD,
    STOP_LEAD,
    KILL_WORKER,
    TERM_WORKER,
    STOP_WORKER,
    PAUSE_WORKER,
    KILL_ALL;

    boolean needsWorkers() {
      return ordinal() >= KILL_WORKER.ordinal();
    }

    /** Whether the run goes on after it. */
    boolean passes() {
      return this == STOP_LEAD || this == PAUSE_WORKER;
    }
  }

  /** The moment: some time after the start, at a step or epoch, or when the result is written. */
  enum When {
    EARLY,
    EPOCH,
    RESULT
  }

  /**
   * @param processes whether commands run as processes; otherwise runs of this JVM are cancelled
   */
  static KillCase of(RandomGenerator random, boolean processes) {
    String recipe = RECIPES.get(random.nextInt(RECIPES.size()));
    int workers = 2 + random.nextInt(2);
    long epoch = random.nextInt(EPOCHS);
    if (!processes) {
      return new KillCase(
          recipe, workers, Engine.THREADS, Fault.CANCEL, When.EPOCH, epoch, 0, 0, false);
    }
    Engine engine = random.nextInt(5) == 0 ? Engine.THREADS : Engine.PROCESSES;
    List<Fault> faults = new ArrayList<>(List.of(Fault.values()));
    faults.remove(Fault.CANCEL);
    faults.removeIf(fault -> engine == Engine.THREADS && fault.needsWorkers());
    Fault fault = faults.get(random.nextInt(faults.size()));
    When when =
        switch (random.nextInt(10)) {
          case 0 -> When.EARLY;
          case 1 -> When.RESULT;
          default -> When.EPOCH;
        };
    return new KillCase(
        recipe,
        workers,
        engine,
        fault,
        when,
        when == When.EARLY ? random.nextInt(4_000) : epoch,
        random.nextInt(40),
        random.nextInt(workers),
        random.nextInt(8) == 0);
  }

  /** The settings that decide the result; the engine does not. */
  String settings() {
    return "--recipe " + recipe + " --workers " + workers;
  }
}
