package dev.atoll.recipe.settings;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Named settings that come with Atoll: one YAML file each in a folder beside this class, listed in
 * that folder's {@code index.txt}.
 */
public enum SettingsLibrary {
  /** Combinations of strategies, each naming its paper. */
  RECIPES("recipe", "recipes"),
  /** Settings known to work for one dataset and model, named {@code dataset-model}. */
  PRESETS("preset", "presets"),
  /** Comparisons of a paper's table: recipes, workers, seeds and the settings that vary. */
  COMPARISONS("comparison", "comparisons");

  /** The file of old names, with lines of {@code old = new}. */
  private static final String ALIASES = "aliases.txt";

  private final String noun;
  private final String folder;

  SettingsLibrary(String noun, String folder) {
    this.noun = noun;
    this.folder = folder;
  }

  public List<String> names() {
    return lines("index.txt");
  }

  /** Current names by the names of older versions. */
  Map<String, String> aliases() {
    Map<String, String> aliases = new LinkedHashMap<>();
    if (SettingsLibrary.class.getResource(folder + "/" + ALIASES) != null) {
      for (String line : lines(ALIASES)) {
        int equals = line.indexOf('=');
        aliases.put(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
      }
    }
    return aliases;
  }

  private List<String> lines(String file) {
    try (var lines =
        new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.isBlank()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> namesAfter(String... first) {
    return Stream.concat(Stream.of(first), names().stream()).toList();
  }

  /** The settings of the named file; names of older versions are known too. */
  public NamedSettings read(String given) {
    String name = aliases().getOrDefault(given, given);
    String place = noun + " " + name;
    try (InputStream in = open(name + ".yaml")) {
      List<Assignment> lines =
          FlatYaml.read(in, place).stream()
              .map(line -> new Assignment(line.key(), line.text(), place))
              .toList();
      return NamedSettings.of(name, lines, false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean knows(String name) {
    return names().contains(name) || aliases().containsKey(name);
  }

  /** The kind, such as {@code "recipe"}. */
  String noun() {
    return noun;
  }

  /**
   * The key of a line with the content of the user's own settings of this kind, in the form of
   * {@link NamedSettings#text}: Atoll writes it, so that a run needs their folder no more.
   */
  String contentKey() {
    return noun + ".own";
  }

  /** The name of the folder of this kind. */
  String folder() {
    return folder;
  }

  private InputStream open(String file) throws IOException {
    InputStream in = SettingsLibrary.class.getResourceAsStream(folder + "/" + file);
    if (in == null) {
      throw new IOException("the resource " + folder + "/" + file + " is missing");
    }
    return in;
  }
}
