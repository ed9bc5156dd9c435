package dev.atoll.recipe.run;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.atoll.formats.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** JSON text from maps, lists and plain values, and back. */
public final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(SerializationFeature.FAIL_ON_EMPTY_BEANS);

  private Json() {}

  /** On one line. */
  public static String line(Map<String, ?> value) throws IOException {
    return MAPPER.writeValueAsString(value);
  }

  /** On several lines, indented. */
  public static String text(Map<String, ?> value) throws IOException {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
  }

  public static void write(Map<String, ?> value, Path file) throws IOException {
    AtomicFile.write(file, text(value) + "\n");
  }

  @SuppressWarnings("unchecked") // an object is a map from names, always
  public static Map<String, Object> read(Path file) throws IOException {
    return MAPPER.readValue(file.toFile(), Map.class);
  }

  /** The same object as a tree, to be asked by path. */
  public static JsonNode tree(Map<String, ?> value) {
    return MAPPER.valueToTree(value);
  }

  /** The elements of a list that is a field of a file's object, one by one. */
  static MappingIterator<JsonNode> elements(Path file, String field) throws IOException {
    JsonParser parser = MAPPER.createParser(file.toFile());
    while (parser.nextToken() != null) {
      if (parser.currentToken() == JsonToken.START_ARRAY && field.equals(parser.currentName())) {
        parser.nextToken();
        return MAPPER.readerFor(JsonNode.class).readValues(parser);
      }
    }
    parser.close();
    throw new IOException(file + ": expected an object with a list '" + field + "'");
  }

  /** An object that was written on one line. */
  static JsonNode tree(String line) throws IOException {
    return MAPPER.readTree(line);
  }
}
