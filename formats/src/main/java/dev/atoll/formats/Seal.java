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
 * The key {@code seal} of a JSON object: the SHA-256 of everything else in it, whatever the blanks
 * and the order of keys, so that a damaged number in it is noticed. A file without one, such as one
 * written by hand, is taken as it is.
 */
public final class Seal {
  private static final String KEY = "seal";

  private Seal() {}

  /** The text of a value with its seal. */
  public static String text(Object value) throws IOException {
    ObjectNode tree = (ObjectNode) JsonFile.treeOf(value);
    String seal = of(tree);
    return JsonFile.text(tree.put(KEY, seal));
  }

  /**
   * The content without its seal.
   *
   * @param remedy what to do about a file that is not as it was written
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
