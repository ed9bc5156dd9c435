package dev.atoll.app.campaign;

import dev.atoll.app.campaign.KillCase.Fault;
import dev.atoll.app.campaign.KillCase.Strike;
import dev.atoll.app.campaign.KillCase.When;
import dev.atoll.app.command.Outcome;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.graph.Dataset;
import dev.atoll.recipe.compose.Objectives;
import dev.atoll.recipe.engine.TrainingRun;
import dev.atoll.recipe.log.RunLog;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.run.RunWriter;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.testkit.Await;
import dev.atoll.testkit.Campaign;
import dev.atoll.train.event.TrainEvent.StepFinished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Kills runs, resumes them, and compares what they leave with undisturbed ones. */
final class KilledRuns {
  /** Seconds in which all processes must have ended; a build may run on a busy machine. */
  private static final int SECONDS =
      Integer.getInteger(
          "atoll.campaign.seconds", Campaign.isAsked() ? 30 : (int) Await.MOST.toSeconds());

  private static final Duration MOST_END = Duration.ofSeconds(SECONDS);
  private static final Duration MOST_RUN = Duration.ofSeconds(Math.max(300, 3L * SECONDS));
  private static final Duration DEADLINE = MOST_END.plusSeconds(10);

  /**
   * Seconds between heartbeats, as by default; leaves two seconds or more for all to end after a
   * silent worker was noticed.
   */
  private static final int HEARTBEAT = Math.clamp(SECONDS - 2L, 1, 10);

  private static final String COMMON =
      "--preset none --set model.hidden=4 --set threads=1 --set partitioner=chunk --set"
          + " checkpoint.every=2 --set checkpoint.keep=false --set deadline=%d --set heartbeat=%d --set"
              .formatted(DEADLINE.toSeconds(), HEARTBEAT)
          + " network.latencyMicros=1500 --epochs "
          + KillCase.EPOCHS;
  private static final Set<String> FINISHED =
      Set.of(
          "config.yaml",
          "log.txt",
          "metrics.jsonl",
          "events.jsonl",
          "explanation.json",
          "explanation.svg",
          "timeline.json",
          "weights.safetensors",
          "result.json",
          "model");

  /** Files that a kill between the result and the end may leave in a finished run. */
  private static final Pattern TEMPORARY =
      Pattern.compile(
          "run\\.lock|progress\\.json|shards|checkpoint\\.safetensors.*|\\..*\\.part-.*");

  private final Path folder;
  private final Path data;
  private final Map<String, String> undisturbed = new HashMap<>();
  private final Map<Fault, Integer> struck = new EnumMap<>(Fault.class);
  private int begun;
  private double slowest;
  private double slowestStart;

  KilledRuns(Path folder, Path data) {
    this.folder = folder;
    this.data = data;
  }

  /** The longest time from a fault to the end of all processes. */
  double slowestSeconds() {
    return slowest;
  }

  /**
   * The longest time from a fault to the end, for workers that were stopped during the start,
   * perhaps before they joined.
   */
  double slowestStartSeconds() {
    return slowestStart;
  }

  /** The number of faults in runs that had not ended, by fault. */
  Map<Fault, Integer> struck() {
    return struck;
  }

  /** The end of a case. */
  enum How {
    SAME_RESUMED(false),
    SAME_FINISHED(false),
    NOTHING_LEFT(false),
    /** The run did not come to the moment of the fault: the machine is too busy. */
    NOT_REACHED(false),
    DIFFERENT(true),
    HUNG(true),
    LEAKED(true),
    REFUSED(true),
    FAILED(true);

    private final boolean bad;

    How(boolean bad) {
      this.bad = bad;
    }

    boolean isBad() {
      return bad;
    }
  }

  /**
   * @param seconds from the fault to the end of all processes
   */
  record Ended(How how, double seconds, String detail) {}

  /** Ends the training of a thread. */
  private static final class Cancelled extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private List<String> arguments(KillCase one, Path run) {
    List<String> arguments = new ArrayList<>(List.of("train", "--quiet"));
    arguments.addAll(List.of((COMMON + " " + one.settings()).split(" ", -1)));
    arguments.addAll(List.of("--engine", one.engine().name().toLowerCase(Locale.ROOT)));
    arguments.addAll(List.of("--data", data.toString(), "--out", run.toString()));
    return arguments;
  }

  private String expected(KillCase one) throws IOException {
    String known = undisturbed.get(one.settings());
    if (known == null) {
      Path run = folder.resolve("undisturbed-" + undisturbed.size());
      List<String> calm = arguments(one, run);
      calm.set(calm.indexOf("--engine") + 1, "threads");
      Outcome.of(calm.toArray(String[]::new)).succeeded();
      known = new RunFolder(run).readResult().weightsSha256();
      undisturbed.put(one.settings(), known);
    }
    return known;
  }

  /** A run of this JVM, cancelled after a step. */
  Ended cancel(KillCase one) throws IOException {
    String expected = expected(one);
    Path run = folder.resolve("cancelled-" + begun++);
    List<String> given = arguments(one, run);
    TrainingRun job = TrainingRun.of(settings(given));
    Strike cancel = one.strikes().getFirst();
    long[] left = {cancel.victim()};
    var place = new RunFolder(run);
    try (Dataset dataset = DatasetCatalog.standard().open(data.toString());
        RunWriter writer = RunWriter.create(place, job.settings(), false)) {
      job.run(
          Objectives.ready(job.settings(), dataset),
          writer,
          RunLog.SILENT,
          event -> {
            if (event instanceof StepFinished step
                && step.epoch() >= cancel.at()
                && left[0]-- == 0) {
              throw new Cancelled();
            }
          });
    } catch (Cancelled _) {
      struck.merge(Fault.CANCEL, 1, Integer::sum);
    }
    return compared(run, expected, new Ended(How.SAME_RESUMED, 0, ""), false);
  }

  private static Settings settings(List<String> arguments) {
    var lines = new ArrayList<Assignment>();
    for (int i = 0; i < arguments.size(); i++) {
      String option = arguments.get(i);
      if (option.equals("--set")) {
        lines.add(Assignment.ofPair(arguments.get(++i), "--set"));
      } else if (option.startsWith("--") && !Set.of("--quiet", "--out").contains(option)) {
        lines.add(new Assignment(option.substring(2), arguments.get(++i), option));
      }
    }
    return Settings.of(lines);
  }

  /** A command in processes, killed by signals, and resumed to be killed again. */
  Ended kill(KillCase one) throws Exception {
    String expected = expected(one);
    Path run = folder.resolve("killed-" + begun++);
    List<String> command = arguments(one, run);
    Ended last = null;
    boolean atItsEnd = false;
    for (Strike strike : one.strikes()) {
      Ended ended = killed(strike, run, command);
      if (ended.how.isBad() || (last == null && ended.how == How.NOT_REACHED)) {
        return ended;
      }
      last = ended;
      atItsEnd |= last.how == How.SAME_FINISHED;
      if (last.how == How.NOT_REACHED || !canResume(run)) {
        break;
      }
      command = List.of("train", "--quiet", "--resume", run.toString());
    }
    return compared(run, expected, last, atItsEnd);
  }

  private static boolean canResume(Path run) {
    return Files.exists(run.resolve("config.yaml")) && !new RunFolder(run).isFinished();
  }

  /** Starts a command and injects the faults of the case. */
  private Ended killed(Strike strike, Path run, List<String> command) throws Exception {
    Fault fault = strike.fault();
    Path log = run.resolveSibling(run.getFileName() + ".txt");
    try (AtollProcess atoll = AtollProcess.start(folder, log, command.toArray(String[]::new))) {
      if (!reaches(strike, run, atoll)) {
        return new Ended(How.NOT_REACHED, 0, "");
      }
      TimeUnit.MILLISECONDS.sleep(strike.pauseMillis());
      long began = System.nanoTime();
      boolean wasAlive = atoll.isAlive();
      if (!wasAlive && atoll.exitCode() != 0) {
        String said = Files.readString(log);
        return new Ended(said.contains(" waited ") ? How.NOT_REACHED : How.FAILED, 0, said);
      }
      if (wasAlive) {
        strike(strike, atoll);
        struck.merge(fault, 1, Integer::sum);
      }
      boolean ended = atoll.ends(most(strike));
      double seconds = (System.nanoTime() - began) * 1e-9;
      if (!ended) {
        How how = atoll.isAlive() ? How.HUNG : How.LEAKED;
        return new Ended(how, seconds, atoll.stacks() + Files.readString(log));
      }
      if (isStoppedEarly(strike)) {
        slowestStart = Math.max(slowestStart, seconds);
      } else if (!fault.passes()) {
        slowest = Math.max(slowest, seconds);
      }
      boolean finished = new RunFolder(run).isFinished();
      if (finished && strike.when() == When.RESULT && isOfWorker(fault) && atoll.exitCode() != 0) {
        return new Ended(How.FAILED, seconds, "finished, but " + Files.readString(log));
      }
      if (fault.passes() && wasAlive && atoll.exitCode() != 0) {
        return new Ended(How.FAILED, seconds, Files.readString(log));
      }
      return new Ended(finished ? How.SAME_FINISHED : How.SAME_RESUMED, seconds, "");
    }
  }

  private static Duration most(Strike strike) {
    if (strike.fault().passes()) {
      return MOST_RUN;
    }
    return isStoppedEarly(strike) ? MOST_END.plus(DEADLINE) : MOST_END;
  }

  /** A worker that is stopped before it has joined is given up after the deadline of the run. */
  private static boolean isStoppedEarly(Strike strike) {
    return strike.fault() == Fault.STOP_WORKER && strike.when() == When.EARLY;
  }

  private static boolean isOfWorker(Fault fault) {
    return fault.needsWorkers() && fault != Fault.KILL_ALL;
  }

  /** Waits for the moment of a strike, or until the run has ended before it. */
  private static boolean reaches(Strike strike, Path run, AtollProcess atoll) throws Exception {
    long before = epochs(run);
    long early = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(strike.at());
    return Await.within(
        MOST_RUN,
        () -> {
          atoll.workers();
          boolean now =
              switch (strike.when()) {
                case EARLY -> System.nanoTime() >= early;
                case EPOCH -> epochs(run) > before + strike.at();
                case RESULT -> Files.exists(run.resolve("result.json"));
              };
          return now || !atoll.isAlive();
        });
  }

  private static long epochs(Path run) throws IOException {
    Path metrics = run.resolve("metrics.jsonl");
    try (Stream<String> lines =
        Files.exists(metrics) ? Files.lines(metrics) : Stream.<String>empty()) {
      return lines.count();
    }
  }

  private static void strike(Strike strike, AtollProcess atoll)
      throws IOException, InterruptedException {
    List<ProcessHandle> workers = atoll.workers();
    List<Long> targets = new ArrayList<>();
    if (!strike.fault().needsWorkers() || strike.fault() == Fault.KILL_ALL) {
      targets.add(atoll.pid());
    }
    if (strike.fault() == Fault.KILL_ALL) {
      workers.forEach(worker -> targets.add(worker.pid()));
    } else if (strike.fault().needsWorkers() && !workers.isEmpty()) {
      targets.add(workers.get(strike.victim() % workers.size()).pid());
    }
    for (long target : targets) {
      AtollProcess.signal(signal(strike.fault()), target);
    }
    if (strike.fault().passes()) {
      TimeUnit.MILLISECONDS.sleep(300);
      for (long target : targets) {
        AtollProcess.signal("CONT", target);
      }
    }
    if (targets.isEmpty() && !strike.fault().passes()) {
      AtollProcess.signal("KILL", atoll.pid()); // no worker has started yet
    }
  }

  private static String signal(Fault fault) {
    return switch (fault) {
      case KILL_LEAD, KILL_WORKER, KILL_ALL -> "KILL";
      case TERM_LEAD, TERM_WORKER -> "TERM";
      case INT_LEAD -> "INT";
      case STOP_LEAD, STOP_WORKER, PAUSE_WORKER -> "STOP";
      case CANCEL -> throw new IllegalStateException("runs of this JVM get no signals");
    };
  }

  /**
   * Resumes what can be resumed, and checks what is there in the end.
   *
   * @param atItsEnd whether the run may have been killed after its result was written
   */
  private static Ended compared(Path run, String expected, Ended last, boolean atItsEnd)
      throws IOException {
    double seconds = last.seconds;
    How how = How.SAME_FINISHED;
    if (!Files.exists(run.resolve("config.yaml"))) {
      return Files.exists(run)
          ? new Ended(How.LEAKED, seconds, "left: " + names(run))
          : new Ended(How.NOTHING_LEFT, seconds, "");
    }
    if (!new RunFolder(run).isFinished()) {
      how = How.SAME_RESUMED;
      Outcome resumed = Outcome.of("train", "--quiet", "--resume", run.toString());
      if (resumed.code() != 0) {
        return new Ended(How.REFUSED, seconds, resumed.err());
      }
    }
    String found = new RunFolder(run).readResult().weightsSha256();
    if (!found.equals(expected)) {
      return new Ended(How.DIFFERENT, seconds, found + " instead of " + expected);
    }
    List<String> left =
        names(run).stream()
            .filter(name -> !FINISHED.contains(name))
            .filter(name -> !(atItsEnd && TEMPORARY.matcher(name).matches()))
            .toList();
    return left.isEmpty()
        ? new Ended(how, seconds, "")
        : new Ended(How.LEAKED, seconds, "left: " + left);
  }

  private static List<String> names(Path run) throws IOException {
    try (Stream<Path> files = Files.list(run)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
