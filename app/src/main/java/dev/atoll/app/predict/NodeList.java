package dev.atoll.app.predict;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Nodes to predict: a file of the user's own ids, one per line, with or without a header that ends
 * with id.
 */
public final class NodeList {
  private NodeList() {}

  /** The nodes of a dataset that a file names, in its order. */
  public static int[] read(Path file, Dataset dataset) throws IOException {
    List<String> lines = Files.readAllLines(file);
    Map<String, Integer> nodes = new HashMap<>();
    for (int node = 0; node < dataset.graph().nodeCount(); node++) {
      nodes.put(dataset.id(node), node);
    }
    boolean header = !lines.isEmpty() && lines.getFirst().strip().matches("(?i)\\w*id");
    int first = header && !nodes.containsKey(lines.getFirst().strip()) ? 1 : 0;
    int[] found = new int[lines.size() - first];
    for (int i = 0; i < found.length; i++) {
      String id = unquoted(lines.get(first + i).strip());
      Integer node = nodes.get(id);
      if (node == null) {
        throw BadDataException.at(
            "%s: line %d".formatted(file, first + i + 1),
            "id '%s' is no node of dataset %s; expected one id a line"
                .formatted(id, dataset.name()));
      }
      found[i] = node;
    }
    return found;
  }

  private static String unquoted(String text) {
    return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
        ? text.substring(1, text.length() - 1).replace("\"\"", "\"")
        : text;
  }
}
