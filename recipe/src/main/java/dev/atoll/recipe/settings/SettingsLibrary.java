package dev.atoll.recipe.settings;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
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

  private static final String ORIGIN = "origin";
  private static final String MOST_WORKERS = "workers.most";

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

  /** The settings of the named file. */
  public NamedSettings read(String name) {
    List<Assignment> settings = new ArrayList<>();
    String origin = "";
    OptionalInt mostWorkers = OptionalInt.empty();
    try (InputStream in = open(name + ".yaml")) {
      for (Assignment line : FlatYaml.read(in, noun + " " + name)) {
        if (line.key().equals(ORIGIN)) {
          origin = line.text();
        } else if (line.key().equals(MOST_WORKERS)) {
          mostWorkers = OptionalInt.of(Integer.parseInt(line.text()));
        } else {
          settings.add(new Assignment(line.key(), line.text(), noun + " " + name));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new NamedSettings(name, origin, mostWorkers, List.copyOf(settings));
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
   * @param mostWorkers the largest number of workers they are meant for; empty for any
   */
  public record NamedSettings(
      String name, String origin, OptionalInt mostWorkers, List<Assignment> settings) {}
}
