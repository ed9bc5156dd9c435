package dev.atoll.recipe.settings;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Choice;
import dev.atoll.graph.policy.KeyType.Text;
import dev.atoll.graph.policy.KeyType.Whole;
import java.util.List;

/** The settings of workers on several machines, and of the files that each finds there. */
public final class HostKeys {
  public static final Key<Long> TRAINERS =
      new Key<>(
          "trainers",
          new Whole(1, 1024),
          1L,
          "workers that share one part of the graph, on one machine; the graph is cut into workers"
              + " / trainers parts");
  public static final Key<String> SHARDS_FEATURES =
      new Key<>(
          "shards.features",
          Choice.of("auto", "true", "false"),
          "auto",
          "whether features, labels and splits are stored in the shards, so that a worker opens no"
              + " dataset; auto: with hosts");
  public static final Key<String> HOSTS =
      new Key<>(
          "hosts",
          new Text("HOST[:N],HOST[:N],… or none"),
          "none",
          "machines of the workers, this one first, each with its number of workers (processes)");
  public static final Key<Long> HOSTS_DEADLINE =
      new Key<>(
          "hosts.deadline",
          new Whole(1, 86_400),
          300L,
          "seconds in which all hosts must have joined and have their data");
  public static final Key<Long> PORT =
      new Key<>(
          "network.port",
          new Whole(0, 65_535),
          0L,
          "port at which other hosts join the run (0 = any free one, which is shown)");
  public static final Key<String> SECRET_FILE =
      new Key<>(
          "network.secretFile",
          new Text("a file with the run's secret, or none"),
          "none",
          "secret that hosts prove to know; none makes one in the run folder");

  static final List<Key<?>> ALL =
      List.of(TRAINERS, SHARDS_FEATURES, HOSTS, HOSTS_DEADLINE, PORT, SECRET_FILE);

  private HostKeys() {}
}
