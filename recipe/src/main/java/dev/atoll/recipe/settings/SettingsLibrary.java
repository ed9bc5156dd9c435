package dev.atoll.recipe.settings;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
  /** What a paper's table compares; also says recipes, workers, seeds and what varies. */
  COMPARISONS("comparison", "comparisons");

  private static final String ORIGIN = "origin";

  private final String noun;
  private final String folder;

  SettingsLibrary(String noun, String folder) {
    this.noun = noun;
    this.folder = folder;
  }

  public List<String> names() {
    try (var lines =
        new BufferedReader(new InputStreamReader(open("index.txt"), StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.isBlank()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> namesAfter(String... first) {
    return Stream.concat(Stream.of(first), names().stream()).toList();
  }

  /** What the named file says. */
  public NamedSettings read(String name) {
    List<Assignment> settings = new ArrayList<>();
    String origin = "";
    try (InputStream in = open(name + ".yaml")) {
      for (Assignment line : FlatYaml.read(in, noun + " " + name)) {
        if (line.key().equals(ORIGIN)) {
          origin = line.text();
        } else {
          settings.add(new Assignment(line.key(), line.text(), noun + " " + name));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new NamedSettings(name, origin, List.copyOf(settings));
  }

  private InputStream open(String file) throws IOException {
    InputStream in = SettingsLibrary.class.getResourceAsStream(folder + "/" + file);
    if (in == null) {
      throw new IOException("the resource " + folder + "/" + file + " is missing");
    }
    return in;
  }

  /**
   * Settings with a name.
   *
   * @param origin the paper or the experiment they come from
   */
  public record NamedSettings(String name, String origin, List<Assignment> settings) {}
}
