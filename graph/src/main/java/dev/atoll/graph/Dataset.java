package dev.atoll.graph;

import dev.atoll.graph.policy.Suggestion;
import dev.atoll.graph.wording.Choice;
import java.lang.foreign.Arena;
import java.util.Map;
import java.util.Optional;

/**
 * A graph with its features, labels and splits. Closing it unmaps the files behind it.
 *
 * @param features absent on graphs without features
 * @param labels absent on graphs without labels
 * @param splits by name; {@code "split"} is the default one, {@code "splits:3"} the fourth of a
 *     stack of splits
 * @param metric the metric that the publishers name, such as {@code "ROC AUC"}; absent if they name
 *     none
 * @param ids the user's own names of the nodes; absent when they are 0 to n − 1
 * @param links pairs of nodes for link prediction, absent if the publishers give none
 * @param names of feature columns and classes
 * @param memory of the arrays
 */
public record Dataset(
    String name,
    CsrGraph graph,
    Optional<Features> features,
    Optional<Labels> labels,
    Map<String, Split> splits,
    Optional<String> metric,
    Optional<NodeIds> ids,
    Optional<Links> links,
    DatasetNames names,
    Arena memory)
    implements AutoCloseable {

  /** A dataset whose features and classes have no names. */
  public Dataset(
      String name,
      CsrGraph graph,
      Optional<Features> features,
      Optional<Labels> labels,
      Map<String, Split> splits,
      Optional<String> metric,
      Optional<NodeIds> ids,
      Optional<Links> links,
      Arena memory) {
    this(name, graph, features, labels, splits, metric, ids, links, DatasetNames.NONE, memory);
  }

  /** A dataset of a graph only; the {@code with} methods add the rest. */
  public static Dataset of(String name, CsrGraph graph, Arena memory) {
    return new Dataset(
        name,
        graph,
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        memory);
  }

  /** A copy with another graph of the same nodes, and links to learn. */
  public Dataset with(CsrGraph newGraph, Links newLinks) {
    return new Dataset(
        name,
        newGraph,
        features,
        labels,
        splits,
        metric,
        ids,
        Optional.of(newLinks),
        names,
        memory);
  }

  /** A copy with other features. */
  public Dataset with(Features newFeatures) {
    return new Dataset(
        name, graph, Optional.of(newFeatures), labels, splits, metric, ids, links, names, memory);
  }

  /** A copy with labels. */
  public Dataset with(Labels newLabels) {
    return new Dataset(
        name, graph, features, Optional.of(newLabels), splits, metric, ids, links, names, memory);
  }

  /** A copy with other splits, by name. */
  public Dataset withSplits(Map<String, Split> newSplits) {
    return new Dataset(name, graph, features, labels, newSplits, metric, ids, links, names, memory);
  }

  /** A copy with the name of the publishers' metric. */
  public Dataset withMetric(String newMetric) {
    return new Dataset(
        name, graph, features, labels, splits, Optional.of(newMetric), ids, links, names, memory);
  }

  /** A copy with names of the nodes. */
  public Dataset with(NodeIds newIds) {
    return new Dataset(
        name, graph, features, labels, splits, metric, Optional.of(newIds), links, names, memory);
  }

  /** A copy with names of feature columns and classes. */
  public Dataset with(DatasetNames newNames) {
    return new Dataset(name, graph, features, labels, splits, metric, ids, links, newNames, memory);
  }

  /**
   * A copy whose further arrays, such as those of a drawn split, are in other memory. Closing it
   * releases these only.
   */
  public Dataset withMemory(Arena newMemory) {
    return new Dataset(name, graph, features, labels, splits, metric, ids, links, names, newMemory);
  }

  /** The split of a name. An unknown name is an error that lists the existing splits. */
  public Split split(String wanted) {
    Split split = splits.get(wanted);
    if (split == null) {
      throw new BadDataException(
          splits.isEmpty()
              ? "dataset %s has no split '%s'; make one for the run with %s or stratified:60/20/20, or for good with %s"
                  .formatted(
                      name,
                      wanted,
                      Choice.SETTING.text("split=random:60/20/20"),
                      Choice.SPLIT_SHARES.text("60/20/20"))
              : Suggestion.unknown("split of dataset " + name, wanted, splits.keySet()));
    }
    return split;
  }

  /** The user's name of a node. */
  public String id(long node) {
    return ids.map(known -> known.of(node)).orElseGet(() -> Long.toString(node));
  }

  @Override
  public void close() {
    memory.close();
  }
}
