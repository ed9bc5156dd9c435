package dev.atoll.spark.table.storage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The description of a stored graph, beside its shards; written last.
 *
 * @param firstNodes of every part, and the number of nodes at the end
 * @param edges directed: an undirected edge counts twice
 * @param width elements of a feature row
 * @param oneValidationClass whether all validation nodes with a label have the same one
 * @param dropped edges that were left out for an unknown end
 * @param created nodes that occur only in edges
 * @param quality of the cut, by name
 */
public record GraphInfo(
    List<Long> firstNodes,
    long edges,
    int width,
    int classes,
    boolean oneValidationClass,
    long dropped,
    long created,
    Map<String, Double> quality) {
  public static final String FILE = "graph.json";

  public int parts() {
    return firstNodes.size() - 1;
  }

  public long nodes() {
    return firstNodes.getLast();
  }

  public String toJson() {
    try {
      return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  public static GraphInfo in(SharedStorage storage) throws IOException {
    return new ObjectMapper()
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .readValue(storage.text(FILE), GraphInfo.class);
  }
}
