package dev.atoll.recipe.engine;

import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.formats.shard.ShardNodes;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Links;
import dev.atoll.graph.Split;
import dev.atoll.graph.wording.Suggestion;
import dev.atoll.recipe.compose.Objectives;
import dev.atoll.recipe.settings.HostKeys;
import dev.atoll.train.data.WorkerData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A worker's share of a dataset, read only from the files of its part: features are stored with the
 * edges of their nodes, as in DistDGL (§4.1.2), so the dataset itself is not needed.
 */
record ShardData(
    ShardFolder shards, int part, ShardNodes nodes, Optional<Links> links, Arena memory)
    implements WorkerData, AutoCloseable {
  /** Maps the node data of a part. */
  static ShardData open(ShardFolder shards, int part) throws IOException {
    Arena memory = Arena.ofShared();
    try {
      return open(shards, part, memory);
    } catch (IOException | RuntimeException e) {
      memory.close();
      throw e;
    }
  }

  private static ShardData open(ShardFolder shards, int part, Arena memory) throws IOException {
    ShardNodes nodes = shards.nodes(part, memory);
    return new ShardData(shards, part, nodes, nodes.links(), memory);
  }

  /** Opens the whole dataset, for shards that hold only edges. */
  @FunctionalInterface
  interface Whole {
    Dataset open() throws IOException;
  }

  /** The work of a worker with its data. */
  @FunctionalInterface
  interface Use {
    void with(WorkerData data) throws IOException;
  }

  /**
   * Runs a worker with the data of its shard, or with the whole dataset if the shards hold only
   * edges.
   */
  static void withData(Job job, int rank, Whole dataset, Use use) throws IOException {
    withData(job, ShardFolder.open(job.shards().orElseThrow()), rank, dataset, use);
  }

  /**
   * Runs a worker like {@link #withData(Job, int, Whole, Use)}, with shards that are already open.
   */
  static void withData(Job job, ShardFolder shards, int rank, Whole dataset, Use use)
      throws IOException {
    if (shards.hasNodes()) {
      int part = rank / job.settings().integer(HostKeys.TRAINERS);
      try (ShardData own = open(shards, part)) {
        use.with(own);
      }
    } else {
      use.with(WorkerData.of(dataset.open()));
    }
  }

  /** Runs a worker like {@link #withData(Job, int, Whole, Use)}; closes the dataset after use. */
  static void withData(Job job, int rank, Use use) throws IOException {
    List<Dataset> opened = new ArrayList<>();
    try {
      withData(
          job,
          rank,
          () -> {
            opened.add(Objectives.open(job.settings()));
            return opened.getFirst();
          },
          use);
    } finally {
      opened.forEach(Dataset::close);
    }
  }

  @Override
  public String name() {
    return nodes.name();
  }

  @Override
  public int nodeCount() {
    return shards.book().nodeCount();
  }

  @Override
  public int firstFeatureNode() {
    return shards.book().first(part);
  }

  @Override
  public Optional<WorkerData> ofPart(int other) {
    try {
      return shards.isComplete() ? Optional.of(open(shards, other, memory)) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("the features of part %d".formatted(other), e);
    }
  }

  @Override
  public CsrGraph graph() {
    throw new BadDataException(
        "the edges of the whole graph are required, but this worker of %s has those of its shard alone: set shards.features=false, or take settings that need no more, such as --recipe distdgl"
            .formatted(name()));
  }

  @Override
  public Optional<Features> features() {
    return nodes.features();
  }

  @Override
  public boolean featuresFollowShard() {
    return true;
  }

  @Override
  public double featureDensity() {
    return nodes.density();
  }

  @Override
  public Optional<Labels> labels() {
    return nodes.labels();
  }

  @Override
  public Split split(String wanted) {
    Split split = nodes.splits().get(wanted);
    if (split == null) {
      throw new BadDataException(
          Suggestion.unknown("split of the shards of " + name(), wanted, splitNames()));
    }
    return split;
  }

  @Override
  public Set<String> splitNames() {
    return nodes.splits().keySet();
  }

  @Override
  public Optional<String> metric() {
    return nodes.metric();
  }

  @Override
  public ShardData with(Links newLinks) {
    return new ShardData(shards, part, nodes, Optional.of(newLinks), memory);
  }

  @Override
  public void close() {
    memory.close();
  }
}
