package dev.atoll.formats.shard;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.atoll.graph.Features;
import java.util.List;
import java.util.stream.Stream;

/**
 * The node data of a shard folder as described by {@code shards.json}.
 *
 * @param features null on graphs without features
 * @param labels null on graphs without labels
 * @param splits names of the files {@code split-0.npy}, {@code split-1.npy}, …, in that order
 * @param metric the metric that the publishers name; null if they name none
 * @param links null without links to learn
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record NodeIndex(
    String name,
    FeatureIndex features,
    LabelIndex labels,
    List<String> splits,
    String metric,
    LinkIndex links) {
  static final String LABELS = "labels.npy";
  static final String LINK_PAIRS = "links.npy";
  static final String LINK_ROLES = "links-roles.npy";
  static final String LINK_RELATIONS = "links-relations.npy";

  NodeIndex {
    if (splits == null || name == null) {
      throw new IllegalArgumentException("node data without a name or a list of splits");
    }
  }

  /**
   * The features of all parts.
   *
   * @param element of dense rows
   * @param density the share of elements that are stored
   */
  record FeatureIndex(int width, boolean sparse, Features.Element element, double density) {}

  /**
   * The labels.
   *
   * @param multi whether a node may have several classes
   */
  record LabelIndex(int classes, boolean multi) {}

  /** The links to learn. */
  record LinkIndex(int count, int relationCount, boolean symmetric) {}

  static String split(int number) {
    return "split-" + number + ".npy";
  }

  /** The name of a part's file of dense rows, or of the values of sparse ones. */
  static String features(int part) {
    return "part-" + part + "-features.npy";
  }

  /** The names of the files that features may be in. */
  static Stream<String> featureFiles(int part) {
    return Stream.of(features(part), featureStarts(part), featureColumns(part));
  }

  static String featureStarts(int part) {
    return "part-" + part + "-features-indptr.npy";
  }

  static String featureColumns(int part) {
    return "part-" + part + "-features-indices.npy";
  }
}
