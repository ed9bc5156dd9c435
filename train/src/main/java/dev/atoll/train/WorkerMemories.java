package dev.atoll.train;

import dev.atoll.train.Safetensors.Tensor;
import dev.atoll.train.exchange.HaloExchange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What every worker remembers of the others' rows, in a file of its own beside the checkpoint. All
 * workers write theirs before the checkpoint names them, and delete older ones after it.
 */
final class WorkerMemories {
  private final Team team;
  private final HaloExchange exchange;
  private final Path checkpoint;
  private Optional<Path> last = Optional.empty();

  WorkerMemories(Team team, HaloExchange exchange, Path checkpoint) {
    this.team = team;
    this.exchange = exchange;
    this.checkpoint = checkpoint;
  }

  /** Whether the first worker finds that a checkpoint is due. All workers call it together. */
  boolean agree(boolean due) {
    return team.gather(due ? 1 : 0).getFirst() == 1;
  }

  /** Writes this worker's file, the lead's checkpoint when all have theirs, and tidies up. */
  void write(Checkpoint state) {
    Path mine = file(state);
    try (Arena passing = Arena.ofConfined()) {
      var tensors = new LinkedHashMap<String, Tensor>();
      exchange.save(
          passing, (name, rows, cols, cells) -> tensors.put(name, new Tensor(rows, cols, cells)));
      new Safetensors(tensors, Map.of()).write(mine);
      team.workers().barrier();
      if (team.isLead()) {
        state.write(checkpoint);
      }
      team.workers().barrier();
    }
    delete();
    last = Optional.of(mine);
  }

  /** Puts back what this worker remembered at a checkpoint. */
  void restore(Checkpoint state) {
    Path mine = file(state);
    if (!Files.exists(mine)) {
      throw new IllegalArgumentException(
          "%s is missing: worker %d cannot go on without it; delete %s to begin the run again"
              .formatted(mine, team.workers().rank(), checkpoint));
    }
    try (Arena passing = Arena.ofShared()) {
      Safetensors.read(mine, passing)
          .tensors()
          .forEach((name, t) -> exchange.restore(name, t.rows(), t.cols(), t.cells()));
    }
    last = Optional.of(mine);
  }

  /** No longer needed once the run is finished. */
  void delete() {
    try {
      if (last.isPresent()) {
        Files.deleteIfExists(last.get());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + last.get(), e);
    }
  }

  private Path file(Checkpoint state) {
    return checkpoint.resolveSibling(
        "%s.worker%d.%d.%d"
            .formatted(
                checkpoint.getFileName(), team.workers().rank(), state.epoch(), state.step()));
  }
}
