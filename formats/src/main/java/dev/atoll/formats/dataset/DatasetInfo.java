package dev.atoll.formats.dataset;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.atoll.graph.EncodedColumn;
import java.util.List;
import java.util.Map;

/**
 * The content of {@code dataset.json}: a description of the arrays in the same folder.
 *
 * <pre>{@code
 * {"format": "atoll-dataset", "version": 1, "name": "cora", "nodes": 2708, "edges": 10556,
 *  "features": {"type": "float32", "width": 1433, "sparse": true},
 *  "labels": {"classes": 7, "multi": false},
 *  "licence": "…", "provenance": {"importer": "…", "source": "…"}, "notes": ["…"],
 *  "files": {"indptr.npy": {"type": "int64", "shape": [2709], "bytes": 21800, "sha256": "…"}, …}}
 * }</pre>
 *
 * @param edges directed: an undirected edge counts twice
 * @param features null if the dataset has no features
 * @param labels null if the dataset has no labels
 * @param columns the columns of a table that became features, in their order
 * @param classNames the names of classes, by number
 * @param metric the metric that the publishers name; null if they name none
 * @param licence of the data; null when unknown
 * @param provenance the origin of the data, as the importer describes it
 * @param notes changes and omissions of the import
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record DatasetInfo(
    String format,
    int version,
    String name,
    long nodes,
    long edges,
    FeatureInfo features,
    LabelInfo labels,
    List<EncodedColumn> columns,
    List<String> classNames,
    String metric,
    String licence,
    Map<String, String> provenance,
    List<String> notes,
    Map<String, FileInfo> files) {
  static final String FORMAT = "atoll-dataset";
  static final int VERSION = 2;
  static final String FILE = "dataset.json";

  public DatasetInfo {
    columns = columns == null ? List.of() : List.copyOf(columns);
    classNames = classNames == null ? List.of() : List.copyOf(classNames);
    provenance = provenance == null ? Map.of() : provenance;
    notes = notes == null ? List.of() : List.copyOf(notes);
    files = files == null ? Map.of() : files;
  }

  /**
   * The storage of features.
   *
   * @param type float32, float16 or bf16 (stored as uint16)
   */
  public record FeatureInfo(String type, int width, boolean sparse) {}

  /**
   * The storage of labels.
   *
   * @param multi whether a node may have several classes (uint8 [N, C]) or one (int32 [N])
   */
  public record LabelInfo(int classes, boolean multi) {}

  /** An array file as it was written. */
  public record FileInfo(String type, List<Long> shape, long bytes, String sha256) {}
}
