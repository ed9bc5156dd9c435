package dev.atoll.recipe.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.atoll.graph.EncodedColumn;
import dev.atoll.train.metric.Decision;
import java.util.List;
import java.util.Map;

/**
 * The content of {@code model.json}: everything needed to apply the weights next to it.
 *
 * @param settings of the run, by name
 * @param data the dataset it was trained on: an absolute path where it is a folder
 * @param dataset the name of that dataset
 * @param dataSha256 a digest of that dataset's files; null where it was in memory
 * @param features columns of features
 * @param columns of the table that they were made of; empty where they have no names
 * @param classes the number of classes; 0 for tasks without
 * @param classNames by number; empty where classes are their numbers
 * @param multiLabel whether a node may have several classes
 * @param ids of the nodes: {@code text}, {@code numbers}, or {@code rows}
 * @param mean of each feature of the training graph, where {@code features.normalize=standard}
 * @param inverseDeviation likewise
 * @param decision how classes follow from probabilities; null for the likeliest
 * @param weightsSha256 the digest of the weights beside it
 * @param atoll the version that trained it
 * @param commit likewise
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ModelInfo(
    String format,
    int version,
    Map<String, String> settings,
    String data,
    String dataset,
    String dataSha256,
    int features,
    List<EncodedColumn> columns,
    int classes,
    List<String> classNames,
    boolean multiLabel,
    String ids,
    double[] mean,
    double[] inverseDeviation,
    Decision decision,
    String weightsSha256,
    String atoll,
    String commit) {
  static final String FORMAT = "atoll-model";
  static final int VERSION = 1;

  /** A copy with another decision. */
  ModelInfo with(Decision chosen) {
    return new ModelInfo(
        format,
        version,
        settings,
        data,
        dataset,
        dataSha256,
        features,
        columns,
        classes,
        classNames,
        multiLabel,
        ids,
        mean,
        inverseDeviation,
        chosen,
        weightsSha256,
        atoll,
        commit);
  }

  public ModelInfo {
    settings = settings == null ? Map.of() : settings;
    columns = columns == null ? List.of() : List.copyOf(columns);
    classNames = classNames == null ? List.of() : List.copyOf(classNames);
  }
}
