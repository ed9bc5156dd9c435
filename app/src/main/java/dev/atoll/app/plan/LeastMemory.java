package dev.atoll.app.plan;

import com.sun.management.OperatingSystemMXBean;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import java.lang.management.ManagementFactory;

/**
 * Memory that a run cannot do without, however it is made, known before it starts: the feature rows
 * that workers keep and compute with, and one hidden layer of all nodes for the scores. A run takes
 * several times as much; {@code atoll plan} says how much.
 *
 * @param rowBytes of features
 * @param hiddenBytes of a hidden layer
 */
public record LeastMemory(long rowBytes, long hiddenBytes) {
  /** The memory that a run needs on all workers together. */
  public static LeastMemory of(Settings settings, Dataset dataset) {
    long nodes = dataset.graph().nodeCount();
    boolean kept = Composition.needsShards(settings) || settings.get(Keys.MODE).equals("sampled");
    int copies = kept ? 2 : 1;
    long rows =
        dataset
            .features()
            .filter(Features.Dense.class::isInstance)
            .map(features -> copies * nodes * features.width() * Float.BYTES)
            .orElse(0L);
    return new LeastMemory(rows, nodes * settings.get(Keys.HIDDEN) * Float.BYTES);
  }

  public long bytes() {
    return rowBytes + hiddenBytes;
  }

  /** Refuses where workers that share this machine cannot have that much, swap space and all. */
  public static void require(Settings settings, Dataset dataset) {
    if (!settings.get(Keys.ENGINE).equals("spark")) {
      OperatingSystemMXBean system =
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      of(settings, dataset)
          .requireWithin(system.getTotalMemorySize() + system.getTotalSwapSpaceSize());
    }
  }

  /** Refuses where a machine has less. */
  void requireWithin(long installed) {
    if (bytes() > installed) {
      throw new IllegalStateException(
          "this run needs at least %s of memory, %s for feature rows and %s for a hidden layer of all nodes, but this machine has %s: take a smaller model.hidden, or more machines with --engine spark; 'atoll plan --cluster cores=16,memory=256GiB' says what fits where"
              .formatted(
                  Units.bytes(bytes()),
                  Units.bytes(rowBytes),
                  Units.bytes(hiddenBytes),
                  Units.bytes(installed)));
    }
  }
}
