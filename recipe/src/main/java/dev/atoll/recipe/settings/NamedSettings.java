package dev.atoll.recipe.settings;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Settings with a name: a recipe, a preset, a comparison.
 *
 * @param origin the paper or the experiment they come from
 * @param mostWorkers the largest number of workers they are meant for; empty for any
 * @param own whether they are the user's own and do not come with Atoll
 */
public record NamedSettings(
    String name, String origin, OptionalInt mostWorkers, List<Assignment> settings, boolean own) {
  private static final String NAME = "name";
  private static final String ORIGIN = "origin";
  private static final String MOST_WORKERS = "workers.most";
  private static final ObjectMapper JSON = new ObjectMapper();

  public NamedSettings {
    settings = List.copyOf(settings);
  }

  /** Parses the lines of a file. */
  static NamedSettings of(String name, List<Assignment> lines, boolean own) {
    List<Assignment> settings = new ArrayList<>();
    String origin = "";
    OptionalInt mostWorkers = OptionalInt.empty();
    for (Assignment line : lines) {
      switch (line.key()) {
        case NAME -> {}
        case ORIGIN -> origin = line.text();
        case MOST_WORKERS -> mostWorkers = OptionalInt.of(count(line));
        default -> settings.add(line);
      }
    }
    return new NamedSettings(name, origin, mostWorkers, settings, own);
  }

  private static int count(Assignment line) {
    if (!line.text().strip().matches("[1-9][0-9]{0,8}")) {
      throw new SettingsException(
          "%s: %s: expected a whole number from 1, found '%s'"
              .formatted(line.place(), line.key(), line.text()));
    }
    return Integer.parseInt(line.text().strip());
  }

  /** The settings in one line, which {@link #ofText} reads. */
  String text() {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put(NAME, name);
    lines.put(ORIGIN, origin);
    mostWorkers.ifPresent(most -> lines.put(MOST_WORKERS, Integer.toString(most)));
    settings.forEach(line -> lines.put(line.key(), line.text()));
    try {
      return JSON.writeValueAsString(lines);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts are JSON", e);
    }
  }

  /**
   * Reads the result of {@link #text}.
   *
   * @param kind such as {@code "recipe"}
   * @throws SettingsException if the text has another form
   */
  static NamedSettings ofText(String text, String kind) {
    List<Assignment> lines;
    try (var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))) {
      lines = FlatYaml.read(in, kind);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String name =
        lines.stream()
            .filter(line -> line.key().equals(NAME))
            .findFirst()
            .orElseThrow(() -> new SettingsException(kind + ": expected a name"))
            .text();
    String place = kind + " " + name;
    return of(
        name,
        lines.stream().map(line -> new Assignment(line.key(), line.text(), place)).toList(),
        true);
  }
}
