package dev.atoll.app.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** One run and its faults: after every strike but the last it is resumed and struck again. */
record KillCase(String recipe, int workers, Engine engine, List<Strike> strikes) {
  private static final List<String> RECIPES =
      List.of(
          "distdgl --set batch=16",
          "bytegnn --set batch=16",
          "placement --set batch=16",
          "dgs --set batch=16 --set explain.every=4",
          "distdgl --set batch=16 --set embeddings=sparse --set embeddings.width=4",
          "distdgl --set batch=64 --task link",
          "fastsample --set batch=64 --task unsupervised",
          "vanilla",
          "bns-gcn",
          "sancus-a --set exchange.codec=int8",
          "pipegcn");

  static final int EPOCHS = 8;
  private static final int MOST_STRIKES = 5;

  /**
   * One kill: which fault, and when.
   *
   * @param at milliseconds since the start, or the number of epochs since then
   * @param pauseMillis after that moment
   * @param victim which of the workers; of a run that is cancelled, the steps that it still does
   */
  record Strike(Fault fault, When when, long at, long pauseMillis, int victim) {}

  /** The placement of workers. */
  enum Engine {
    THREADS,
    PROCESSES
  }

  /** The fault. */
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
      return switch (this) {
        case KILL_WORKER, TERM_WORKER, STOP_WORKER, PAUSE_WORKER, KILL_ALL -> true;
        case CANCEL, KILL_LEAD, TERM_LEAD, INT_LEAD, STOP_LEAD -> false;
      };
    }

    /** Whether the run continues after the fault. */
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
    if (!processes) {
      int epoch = random.nextInt(EPOCHS);
      int steps = random.nextInt(Math.min(4, EPOCHS - epoch));
      var cancel = new Strike(Fault.CANCEL, When.EPOCH, epoch, 0, steps);
      return new KillCase(recipe, workers, Engine.THREADS, List.of(cancel));
    }
    Engine engine = random.nextInt(5) == 0 ? Engine.THREADS : Engine.PROCESSES;
    List<Strike> strikes = new ArrayList<>();
    for (int count = 1 + random.nextInt(MOST_STRIKES); count > 0; count--) {
      strikes.add(strike(random, engine, EPOCHS / (1 + strikes.size())));
    }
    return new KillCase(recipe, workers, engine, List.copyOf(strikes));
  }

  private static Strike strike(RandomGenerator random, Engine engine, int epochs) {
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
    int at = random.nextInt(when == When.EARLY ? 4_000 : epochs);
    return new Strike(fault, when, at, random.nextInt(40), random.nextInt(EPOCHS));
  }

  /** The settings that decide the result; the engine does not. */
  String settings() {
    return "--recipe " + recipe + " --workers " + workers;
  }
}
