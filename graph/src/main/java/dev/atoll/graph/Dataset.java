package dev.atoll.graph;

import dev.atoll.graph.wording.Choice;
import dev.atoll.graph.wording.Suggestion;
import java.lang.foreign.Arena;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

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
        DatasetNames.NONE,
        memory);
  }

  /** A copy with another graph of the same nodes. */
  public Dataset with(CsrGraph newGraph) {
    return copy(draft -> draft.graph = newGraph);
  }

  /** A copy with links to learn. */
  public Dataset with(Links newLinks) {
    return copy(draft -> draft.links = Optional.of(newLinks));
  }

  /** A copy with other features. */
  public Dataset with(Features newFeatures) {
    return copy(draft -> draft.features = Optional.of(newFeatures));
  }

  /** A copy with labels. */
  public Dataset with(Labels newLabels) {
    return copy(draft -> draft.labels = Optional.of(newLabels));
  }

  /** A copy with other splits, by name. */
  public Dataset withSplits(Map<String, Split> newSplits) {
    return copy(draft -> draft.splits = newSplits);
  }

  /** A copy with the name of the publishers' metric. */
  public Dataset withMetric(String newMetric) {
    return copy(draft -> draft.metric = Optional.of(newMetric));
  }

  /** A copy with names of the nodes. */
  public Dataset with(NodeIds newIds) {
    return copy(draft -> draft.ids = Optional.of(newIds));
  }

  /** A copy with names of feature columns and classes. */
  public Dataset with(DatasetNames newNames) {
    return copy(draft -> draft.names = newNames);
  }

  /**
   * A copy whose further arrays, such as those of a drawn split, are in other memory. Closing it
   * releases these only.
   */
  public Dataset withMemory(Arena newMemory) {
    return copy(draft -> draft.memory = newMemory);
  }

  private Dataset copy(Consumer<Draft> change) {
    var draft = new Draft(this);
    change.accept(draft);
    return draft.dataset();
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

  /** A copy under construction: every copy of a dataset is made here. */
  private static final class Draft {
    private final String name;
    private CsrGraph graph;
    private Optional<Features> features;
    private Optional<Labels> labels;
    private Map<String, Split> splits;
    private Optional<String> metric;
    private Optional<NodeIds> ids;
    private Optional<Links> links;
    private DatasetNames names;
    private Arena memory;

    Draft(Dataset from) {
      name = from.name;
      graph = from.graph;
      features = from.features;
      labels = from.labels;
      splits = from.splits;
      metric = from.metric;
      ids = from.ids;
      links = from.links;
      names = from.names;
      memory = from.memory;
    }

    Dataset dataset() {
      return new Dataset(name, graph, features, labels, splits, metric, ids, links, names, memory);
    }
  }
}
