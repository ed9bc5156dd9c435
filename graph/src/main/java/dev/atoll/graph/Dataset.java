package dev.atoll.graph;

import java.lang.foreign.Arena;
import java.util.Map;
import java.util.Optional;

/**
 * A graph with its features, labels and splits. Closing it unmaps the files behind it.
 *
 * @param features absent on graphs that have none
 * @param labels absent on graphs that have none
 * @param splits by name; {@code "split"} is the default one
 * @param metric what the publishers score by, such as {@code "ROC AUC"}, where they say so
 * @param memory what the arrays live in
 */
public record Dataset(
    String name,
    CsrGraph graph,
    Optional<Features> features,
    Optional<Labels> labels,
    Map<String, Split> splits,
    Optional<String> metric,
    Arena memory)
    implements AutoCloseable {
  @Override
  public void close() {
    memory.close();
  }
}
