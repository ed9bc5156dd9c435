package dev.atoll.train.checkpoint;

import dev.atoll.train.worker.Team;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The file of a run's last checkpoint, and the interval at which it is written. Writing checkpoints
 * never changes the result of a run.
 *
 * @param file absent when none are written
 * @param everySteps steps from one to the next; 0 for the end of every epoch, unless it ends within
 *     a second of the last checkpoint
 * @param keepsLast whether the state at the end of a run is written too, so that the run can be
 *     trained longer
 * @param keeper follows the files that are written and deleted
 * @param seal identifies the run of the checkpoints
 */
public record Checkpoints(
    Optional<Path> file, int everySteps, boolean keepsLast, Keeper keeper, CheckpointSeal seal) {
  /** No checkpoints. */
  public static final Checkpoints NONE =
      new Checkpoints(Optional.empty(), 0, false, Keeper.NOBODY, CheckpointSeal.NONE);

  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Checkpoints in a file. */
  public static Checkpoints in(Path file, int everySteps) {
    return new Checkpoints(
        Optional.of(file), everySteps, false, Keeper.NOBODY, CheckpointSeal.NONE);
  }

  /** A copy that also writes a checkpoint at the end of the run, or does not. */
  public Checkpoints keepingLast(boolean keep) {
    return new Checkpoints(file, everySteps, keep, keeper, seal);
  }

  /** A copy that reports its files to a keeper. */
  public Checkpoints keptBy(Keeper other) {
    return new Checkpoints(file, everySteps, keepsLast, other, seal);
  }

  /** A copy for one run; checkpoints of other runs are refused. */
  public Checkpoints sealed(CheckpointSeal run) {
    return new Checkpoints(file, everySteps, keepsLast, keeper, run);
  }

  /** A copy that also checks the digest of the shards. */
  public Checkpoints withShards(String digest) {
    return sealed(seal.withShards(digest));
  }

  /**
   * Keeps the files of checkpoints elsewhere too, for workers whose disks may be lost with them. A
   * checkpoint counts when the keeper's method has returned.
   */
  public interface Keeper {
    /** Keeps nothing. */
    Keeper NOBODY =
        new Keeper() {
          @Override
          public void written(Path file) {}

          @Override
          public void deleted(Path file) {}
        };

    /** Is called after a complete file has replaced an older one of its name. */
    void written(Path file);

    /** Is called after a file has been deleted. */
    void deleted(Path file);
  }

  public Checkpoints {
    if (everySteps < 0) {
      throw new IllegalArgumentException("checkpoint.every=" + everySteps + ": expected 0 or more");
    }
  }

  /** The last checkpoint, if one exists. */
  public Optional<Checkpoint> last(Arena memory) {
    return file.filter(Files::exists).map(path -> Checkpoint.read(path, seal, memory));
  }

  /**
   * The number of finished epochs in the last checkpoint; shards are not compared.
   *
   * @throws IllegalArgumentException if it is damaged or belongs to another run
   */
  public int epochsDone() {
    try (Arena passing = Arena.ofConfined()) {
      return file.filter(Files::exists)
          .map(path -> Checkpoint.read(path, seal.anyShards(), passing).epochs().size())
          .orElse(0);
    }
  }

  /**
   * Writes checkpoints.
   *
   * @param own the state of every worker, which it writes itself
   */
  public Writer writer(Team team, Optional<WorkerFiles> own) {
    return new Writer(team, own);
  }

  /** Writes when it is time: the first worker the shared state, every worker its own. */
  public final class Writer {
    private final Team team;
    private final Optional<WorkerFiles> own;
    private long written = System.nanoTime() - LEAST_NANOS;
    private long steps;

    private Writer(Team team, Optional<WorkerFiles> own) {
      this.team = team;
      this.own = own;
    }

    public void afterStep(Supplier<Checkpoint> state) {
      steps++;
      if (everySteps > 0 && steps % everySteps == 0) {
        write(state);
      }
    }

    public void afterEpoch(Supplier<Checkpoint> state) {
      if (everySteps == 0 && isTime()) {
        write(state);
      }
    }

    /** Writes the state at the end of a run, if it is to be stored or a checkpoint is due. */
    public void afterRun(Supplier<Checkpoint> state) {
      if (keepsLast) {
        write(state);
      } else {
        afterEpoch(state);
      }
    }

    /** The first worker decides where several write. */
    private boolean isTime() {
      boolean due = System.nanoTime() - written > LEAST_NANOS;
      return own.isPresent() ? team.valueOfLead(due) : due;
    }

    private void write(Supplier<Checkpoint> state) {
      if (file.isEmpty() || (own.isEmpty() && !team.isLead())) {
        return;
      }
      Checkpoint checkpoint = state.get();
      own.ifPresent(files -> files.write(checkpoint.epoch(), checkpoint.step()));
      if (team.isLead()) {
        checkpoint.write(file.get(), seal);
        keeper.written(file.get());
      }
      written = System.nanoTime();
    }
  }
}
