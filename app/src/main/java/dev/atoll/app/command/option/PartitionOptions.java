package dev.atoll.app.command.option;

import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a partition. They are unparsed texts, which the settings check together. */
public final class PartitionOptions {
  @Option(
      names = "--partitioner",
      paramLabel = "NAME",
      description = "multilevel, stream, blocks, pagraph, chunk or random (multilevel)")
  private String partitioner;

  @Option(
      names = "--balance",
      paramLabel = "NAMES",
      description =
          "quantities balanced over the parts: some of nodes,edges,train,val,test, each with"
              + " its own tolerance if wanted, such as train:0.05 (all that the dataset has)")
  private String balance;

  @Option(
      names = "--tolerance",
      paramLabel = "X",
      description = "largest relative excess of a part over the mean (0.03)")
  private String tolerance;

  @Option(
      names = "--objective",
      paramLabel = "cut|volume",
      description = "fewest edges between parts, or fewest copies of nodes in other parts (cut)")
  private String objective;

  @Option(
      names = "--effort",
      paramLabel = "fast|default|quality",
      description = "effort of the search for a better partition (default)")
  private String effort;

  @Option(names = "--seed", paramLabel = "N", description = "random seed (0)")
  private String seed;

  @Option(names = "--threads", paramLabel = "N", description = "threads (all cores)")
  private String threads;

  @Mixin private FreeSettings free;

  /**
   * The settings of a partition.
   *
   * @param more options that only some commands have
   */
  public Settings settings(List<Assignment> more) throws IOException {
    List<Assignment> assignments = new ArrayList<>(more);
    FreeSettings.add(assignments, "--partitioner", Keys.PARTITIONER.key(), partitioner);
    FreeSettings.add(assignments, "--balance", Keys.PARTITION_BALANCE, balance);
    FreeSettings.add(assignments, "--tolerance", Keys.PARTITION_TOLERANCE, tolerance);
    FreeSettings.add(assignments, "--objective", Keys.PARTITION_OBJECTIVE, objective);
    FreeSettings.add(assignments, "--effort", Keys.PARTITION_EFFORT, effort);
    FreeSettings.add(assignments, "--seed", Keys.SEED, seed);
    FreeSettings.add(assignments, "--threads", Keys.THREADS, threads);
    return free.around(assignments);
  }
}
