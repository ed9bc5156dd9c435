package dev.atoll.formats;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atoll.files.FileDigest;
import dev.atoll.graph.BadDataException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The key {@code seal} of a JSON object: the SHA-256 of all other keys, independent of white space
 * and key order, so that a damaged value is detected. A file without a seal, such as one written by
 * hand, is accepted.
 */
public final class JsonSeal {
  private static final String KEY = "seal";

  private JsonSeal() {}

  /** The text of a value with its seal. */
  public static String text(Object value) throws IOException {
    ObjectNode tree = (ObjectNode) JsonFile.treeOf(value);
    String seal = of(tree);
    return JsonFile.text(tree.put(KEY, seal));
  }

  /** The text of an object with its seal as the last key. */
  public static String sealed(String json) throws IOException {
    String seal = of(JsonFile.tree("text to seal", json.getBytes(UTF_8)));
    int end = json.lastIndexOf('}');
    return "%s,%n  \"%s\" : \"%s\"%n}%s"
        .formatted(json.substring(0, end).stripTrailing(), KEY, seal, json.substring(end + 1));
  }

  /**
   * The content without its seal.
   *
   * @param remedy advice in the message for a file that was changed
   */
  public static ObjectNode open(Path file, JsonNode tree, String remedy) {
    if (!(tree instanceof ObjectNode object)) {
      throw BadDataException.at(file, "expected a JSON object {…}; " + remedy);
    }
    JsonNode seal = object.remove(KEY);
    if (seal != null && !seal.asText().equals(of(object))) {
      throw BadDataException.at(
          file,
          "it is not as it was written: its seal is %s, its content has %s. If you changed it on purpose, remove the line '%s'; else %s"
              .formatted(seal.asText(), of(object), KEY, remedy));
    }
    return object;
  }

  private static String of(JsonNode tree) {
    return FileDigest.of(sorted(tree).toString().getBytes(UTF_8));
  }

  private static Object sorted(JsonNode node) {
    if (!node.isObject()) {
      return node;
    }
    Map<String, Object> sorted = new TreeMap<>();
    node.properties().forEach(e -> sorted.put(e.getKey(), sorted(e.getValue())));
    return sorted;
  }
}
