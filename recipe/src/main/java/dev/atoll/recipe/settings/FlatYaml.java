package dev.atoll.recipe.settings;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Reads YAML of settings. Dotted keys and nested ones mean the same, lists become comma-separated
 * text, and every setting remembers its line.
 *
 * <pre>
 *   model.layers: 3        model:
 *                            layers: 3
 * </pre>
 */
final class FlatYaml {
  private final YAMLParser parser;
  private final String file;
  private final Deque<String> path = new ArrayDeque<>();
  private final List<Assignment> found = new ArrayList<>();

  private FlatYaml(YAMLParser parser, String file) {
    this.parser = parser;
    this.file = file;
  }

  /**
   * Reads all settings of a stream.
   *
   * @param file its name in error messages
   */
  static List<Assignment> read(InputStream in, String file) throws IOException {
    try (YAMLParser parser = new YAMLFactory().createParser(in)) {
      FlatYaml yaml = new FlatYaml(parser, file);
      yaml.readDocument();
      return yaml.found;
    } catch (JsonProcessingException e) {
      String line = e.getLocation() == null ? "" : ":" + e.getLocation().getLineNr();
      throw new SettingsException(file + line + ": not valid YAML: " + e.getOriginalMessage());
    }
  }

  private void readDocument() throws IOException {
    JsonToken first = parser.nextToken();
    if (first == null) {
      return;
    }
    if (first != JsonToken.START_OBJECT) {
      throw new SettingsException(place() + ": expected lines of 'key: value'");
    }
    readObject();
  }

  private void readObject() throws IOException {
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      path.addLast(parser.currentName());
      readValue(parser.nextToken());
      path.removeLast();
    }
  }

  private void readValue(JsonToken token) throws IOException {
    String place = place();
    switch (token) {
      case START_OBJECT -> readObject();
      case START_ARRAY -> add(readList(), place);
      case VALUE_NULL -> throw new SettingsException(place + ": " + key() + " has no value");
      default -> add(parser.getText(), place);
    }
  }

  private String readList() throws IOException {
    List<String> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (!parser.currentToken().isScalarValue()) {
        throw new SettingsException(place() + ": " + key() + ": a list may hold plain values only");
      }
      items.add(parser.getText());
    }
    return String.join(",", items);
  }

  private void add(String text, String place) {
    found.add(new Assignment(key(), text, place));
  }

  private String key() {
    return String.join(".", path);
  }

  private String place() {
    return file + ":" + parser.currentTokenLocation().getLineNr();
  }
}
