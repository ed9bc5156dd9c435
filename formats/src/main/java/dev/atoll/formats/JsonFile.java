package dev.atoll.formats;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.atoll.graph.BadDataException;
import java.io.CharConversionException;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * JSON that is read strictly: no key twice, nothing after the end, no text or fraction in place of
 * a whole number. Errors name the file, the line and what was expected; they never quote more than
 * a word of it.
 */
public final class JsonFile {
  private static final ObjectMapper STRICT =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  private JsonFile() {}

  /** Any JSON value. */
  public static JsonNode tree(Object place, byte[] json) throws IOException {
    try {
      return STRICT.readTree(json);
    } catch (JsonProcessingException e) {
      throw bad(place, e);
    } catch (CharConversionException e) {
      throw new BadDataException(
          "%s: expected JSON in UTF-8, found other bytes (%s)".formatted(place, e.getMessage()), e);
    }
  }

  /** A value of a type. */
  public static <T> T value(JsonNode tree, Class<T> type, Object place) {
    try {
      T value = STRICT.treeToValue(tree, type);
      if (value == null) {
        throw BadDataException.at(place, "empty; expected a JSON object");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw bad(place, e);
    }
  }

  /** A tree of a value, for writing. */
  public static JsonNode treeOf(Object value) {
    return STRICT.valueToTree(value);
  }

  /** The text of a value, indented. */
  public static String text(Object value) throws IOException {
    return STRICT.writeValueAsString(value);
  }

  /** Describes an error of JSON or YAML: file, line, column, what is wrong. */
  public static BadDataException bad(Object place, JsonProcessingException e) {
    JsonLocation at = e.getLocation();
    boolean located = at != null && at.getLineNr() > 0;
    String line = located ? ": line %d, column %d".formatted(at.getLineNr(), at.getColumnNr()) : "";
    return new BadDataException(place + line + ": " + reason(e), e);
  }

  private static String reason(JsonProcessingException e) {
    if (e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
      return "%s is not %s".formatted(path(mismatch), kind(mismatch.getTargetType()));
    }
    String text = e instanceof JsonMappingException mapping ? path(mapping) + ": " : "";
    return text
        + e.getOriginalMessage()
            .replaceAll("\\[Source: .*?; line: (\\d+), column: (\\d+)\\]", "line $1, column $2")
            .replaceAll("\\s*\\(`StreamReadConstraints[^)]*\\)`?\\)?", "");
  }

  private static String path(JsonMappingException e) {
    String path =
        e.getPath().stream()
            .map(part -> part.getFieldName() == null ? "" + part.getIndex() : part.getFieldName())
            .collect(Collectors.joining("."));
    return path.isEmpty() ? "the file" : "'" + path + "'";
  }

  private static String kind(Class<?> type) {
    if (type == int.class || type == long.class || Number.class.isAssignableFrom(type)) {
      return "a whole number";
    }
    if (type == boolean.class) {
      return "true or false";
    }
    if (type == String.class) {
      return "text";
    }
    return Collection.class.isAssignableFrom(type) || type.isArray()
        ? "a list"
        : Map.class.isAssignableFrom(type) || type.isRecord()
            ? "an object"
            : "one of the known values";
  }
}
