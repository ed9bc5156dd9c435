package dev.atoll.recipe.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.atoll.graph.DatasetNames;
import dev.atoll.graph.EncodedColumn;
import dev.atoll.train.metric.Decision;
import java.util.List;
import java.util.Map;

/**
 * The content of {@code model.json}, where all fields but the settings are in one object:
 * everything needed to apply the weights next to it.
 *
 * @param settings of the run, by name
 * @param decision how classes follow from probabilities; null for the likeliest
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ModelInfo(
    String format,
    int version,
    Map<String, String> settings,
    @JsonUnwrapped Source source,
    @JsonUnwrapped Schema schema,
    Decision decision,
    @JsonUnwrapped Origin origin) {
  static final String FORMAT = "atoll-model";
  static final int VERSION = 1;

  /**
   * The dataset that the model was trained on.
   *
   * @param data the setting: an absolute path where it is a folder
   * @param dataset its name
   * @param dataSha256 a digest of its files; null where it was in memory
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Source(String data, String dataset, String dataSha256) {}

  /**
   * The features and classes that the model knows.
   *
   * @param features columns of features
   * @param columns of the table that they were made of; empty where they have no names
   * @param classes the number of classes; 0 for tasks without
   * @param classNames by number; empty where classes are their numbers
   * @param multiLabel whether a node may have several classes
   * @param ids of the nodes: {@code text}, {@code numbers}, or {@code rows}
   * @param mean of each feature of the training graph, where {@code features.normalize=standard}
   * @param inverseDeviation likewise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Schema(
      int features,
      List<EncodedColumn> columns,
      int classes,
      List<String> classNames,
      boolean multiLabel,
      String ids,
      double[] mean,
      double[] inverseDeviation) {
    public Schema {
      columns = columns == null ? List.of() : List.copyOf(columns);
      classNames = classNames == null ? List.of() : List.copyOf(classNames);
    }

    /** The names of feature columns and classes. */
    public DatasetNames names() {
      return new DatasetNames(columns, classNames);
    }
  }

  /**
   * The weights and the program that trained them.
   *
   * @param weightsSha256 the digest of the weights beside the file
   * @param atoll the version that trained it
   * @param commit likewise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Origin(String weightsSha256, String atoll, String commit) {}

  public ModelInfo {
    settings = settings == null ? Map.of() : settings;
  }

  /** A copy with another decision. */
  ModelInfo with(Decision chosen) {
    return new ModelInfo(format, version, settings, source, schema, chosen, origin);
  }
}
