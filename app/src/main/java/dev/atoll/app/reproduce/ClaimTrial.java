package dev.atoll.app.reproduce;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.app.compare.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs the commands of a claim, once per seed, and computes its figure. */
public final class ClaimTrial {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(\\w+)}");
  private static final String SEED = "seed";
  private static final String SEEDS = "seeds";

  private final Path folder;
  private final boolean quick;
  private final CommandRunner runner;
  private final List<String> commandsRun = new ArrayList<>();

  /** Runs one command of Atoll. */
  @FunctionalInterface
  public interface CommandRunner {
    /**
     * Runs a command to its end.
     *
     * @param words without the program's name
     * @throws CommandFailedException with the command's own message
     */
    void run(List<String> words);
  }

  /** A command of a claim has failed. */
  public static final class CommandFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CommandFailedException(String message) {
      super(message);
    }
  }

  /**
   * @param folder for the graphs that are generated, kept between claims, and for runs
   * @param quick whether the small form is measured
   */
  public ClaimTrial(Path folder, boolean quick, CommandRunner runner) {
    this.folder = folder;
    this.quick = quick;
    this.runner = runner;
  }

  /** Measures a claim; a command that fails gives the verdict that it cannot be tried, and why. */
  public ClaimResult of(Claim claim) throws IOException {
    String again = "atoll reproduce --claim " + claim.number() + (quick ? " --quick" : "");
    if (claim.cannot() != null) {
      return ClaimResult.untried(claim, claim.cannot(), again);
    }
    commandsRun.clear();
    try {
      return measure(claim, again);
    } catch (CommandFailedException e) {
      return ClaimResult.untried(claim, e.getMessage(), again);
    }
  }

  private ClaimResult measure(Claim claim, String again) throws IOException {
    Map<String, String> values = new LinkedHashMap<>(claim.values(quick));
    values.put("work", folder.toString());
    int seeds = Integer.parseInt(values.getOrDefault(SEEDS, "1"));
    List<Double> figures = new ArrayList<>();
    Map<String, List<Double>> curves = new LinkedHashMap<>();
    for (int seed = claim.timed() ? -1 : 0; seed < seeds; seed++) {
      values.put(SEED, Integer.toString(Math.max(0, seed)));
      Map<String, JsonNode> results = results(claim, values);
      if (seed >= 0) {
        figures.add(Formula.value(claim.formula(), results));
        claim
            .curve()
            .forEach(
                (label, formula) ->
                    curves
                        .computeIfAbsent(label, _ -> new ArrayList<>())
                        .add(Formula.value(formula, results)));
      }
    }
    Map<String, Double> means = new LinkedHashMap<>();
    curves.forEach((label, points) -> means.put(label, Spread.of(points).mean()));
    return ClaimResult.measured(claim, figures, means, again, List.copyOf(commandsRun));
  }

  private Map<String, JsonNode> results(Claim claim, Map<String, String> values)
      throws IOException {
    Map<String, JsonNode> results = new LinkedHashMap<>();
    for (Map.Entry<String, String> command : claim.commands().entrySet()) {
      List<String> words = words(command.getValue(), values);
      Path result = folder.resolve("claim-%d-%s.json".formatted(claim.number(), command.getKey()));
      if (isGenerated(words)) {
        continue;
      }
      commandsRun.add("atoll " + String.join(" ", words));
      complete(words, result, claim, command.getKey());
      runner.run(words);
      if (Files.exists(result)) {
        results.put(command.getKey(), new ObjectMapper().readTree(result.toFile()));
      }
    }
    return results;
  }

  /** The commands of a claim for the first seed, as they are typed. */
  static List<List<String>> commands(Claim claim, boolean quick, Path folder) {
    Map<String, String> values = new LinkedHashMap<>(claim.values(quick));
    values.put("work", folder.toString());
    values.put(SEED, "0");
    return claim.commands().values().stream().map(text -> words(text, values)).toList();
  }

  private static List<String> words(String command, Map<String, String> values) {
    return new ArrayList<>(List.of(filled(command, values).strip().split("\\s+")));
  }

  /** Whether a command generates a graph that is there already. */
  private static boolean isGenerated(List<String> words) {
    int out = words.indexOf("--out");
    return words.getFirst().equals("generate")
        && out >= 0
        && Files.isDirectory(Path.of(words.get(out + 1)));
  }

  private void complete(List<String> words, Path result, Claim claim, String name) {
    words.add("--quiet");
    if (!words.getFirst().equals("generate")) {
      words.addAll(List.of("--json", result.toString()));
    }
    if (words.getFirst().equals("train")) {
      String run = "claim-%d-%s".formatted(claim.number(), name);
      words.addAll(List.of("--out", folder.resolve(run).toString(), "--overwrite"));
    }
  }

  private static String filled(String command, Map<String, String> values) {
    return PLACEHOLDER
        .matcher(command)
        .replaceAll(
            found -> {
              String value = values.get(found.group(1));
              if (value == null) {
                throw new IllegalArgumentException(
                    "'%s': there is no value for %s".formatted(command, found.group()));
              }
              return Matcher.quoteReplacement(value);
            });
  }
}
