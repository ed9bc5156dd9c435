package dev.atoll.spark.table.train;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Links;
import dev.atoll.graph.Split;
import dev.atoll.graph.wording.Suggestion;
import dev.atoll.train.data.WorkerData;
import java.lang.foreign.Arena;
import java.util.Optional;
import java.util.Set;

/**
 * A worker's share of a graph in tables: the features of its own nodes, and the labels and the
 * split of all. Edges are in its shard.
 *
 * @param firstFeatureNode the worker's first node
 * @param ownFeatures of the worker's nodes
 * @param classes the labels
 */
record StoredData(
    int nodeCount,
    int firstFeatureNode,
    Features ownFeatures,
    Labels classes,
    Split split,
    Optional<Links> links,
    Arena memory)
    implements WorkerData, AutoCloseable {
  @Override
  public String name() {
    return "tables";
  }

  @Override
  public CsrGraph graph() {
    throw new BadDataException(
        "the edges of the whole graph are required, but a worker on tables has those of its shard"
            + " alone: take settings that need no more, such as --recipe distdgl");
  }

  @Override
  public Optional<Features> features() {
    return Optional.of(ownFeatures);
  }

  @Override
  public Optional<Labels> labels() {
    return Optional.of(classes);
  }

  @Override
  public Split split(String wanted) {
    if (!wanted.equals(split.name())) {
      throw new BadDataException(Suggestion.unknown("split of tables", wanted, splitNames()));
    }
    return split;
  }

  @Override
  public Set<String> splitNames() {
    return Set.of(split.name());
  }

  @Override
  public Optional<String> metric() {
    return Optional.empty();
  }

  @Override
  public StoredData with(Links newLinks) {
    return new StoredData(
        nodeCount, firstFeatureNode, ownFeatures, classes, split, Optional.of(newLinks), memory);
  }

  @Override
  public void close() {
    memory.close();
  }
}
