package dev.atoll.recipe.run;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.atoll.files.AtomicFile;
import dev.atoll.files.Utf8File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Converts records and maps to JSON and back; unknown fields are ignored. */
public final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private Json() {}

  /** The text on one line. */
  public static String line(Object value) throws IOException {
    return MAPPER.writeValueAsString(value);
  }

  /** The text on several lines, indented. */
  public static String text(Object value) throws IOException {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
  }

  public static void write(Object value, Path file) throws IOException {
    AtomicFile.write(file, text(value) + "\n");
  }

  /** Reads a file; an error names it and the line. */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    return read(Utf8File.read(file), type, file, 1);
  }

  /**
   * Reads a text that is part of a file.
   *
   * @param first the line of the file where the text begins
   */
  static <T> T read(String text, Class<T> type, Path file, int first) throws IOException {
    try {
      T value = MAPPER.readValue(text, type);
      if (value == null) {
        throw new IOException(file + ":" + first + ": damaged: null is not what was written here");
      }
      return value;
    } catch (JsonProcessingException e) {
      int line = first + (e.getLocation() == null ? 0 : e.getLocation().getLineNr() - 1);
      throw new IOException(
          file + ":" + line + ": damaged: not valid JSON: " + e.getOriginalMessage(), e);
    }
  }

  public static <T> T read(String text, Class<T> type) throws IOException {
    return MAPPER.readValue(text, type);
  }

  /** The fields of a record by name, in their order. */
  public static Map<String, Object> map(Object value) {
    return MAPPER.convertValue(value, new TypeReference<Map<String, Object>>() {});
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
}
