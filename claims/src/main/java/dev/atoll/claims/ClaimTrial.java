package dev.atoll.claims;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the commands of a claim and computes its figure: once per seed, or, if seconds are compared,
 * in rounds of all commands, so that other load affects all of them alike.
 */
public final class ClaimTrial {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(\\w+)}");
  private static final String SEED = "seed";
  static final String SEEDS = "seeds";
  private static final String ROUNDS = "rounds";
  static final String WORK = "work";

  private final Path folder;
  private final boolean quick;
  private final boolean counted;
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
   * @param folder for the graphs that are generated, which claims share, and for runs
   * @param quick whether the small form is measured
   * @param counted whether to omit times, on a busy machine
   */
  public ClaimTrial(Path folder, boolean quick, boolean counted, CommandRunner runner) {
    this.folder = folder;
    this.quick = quick;
    this.counted = counted;
    this.runner = runner;
  }

  /**
   * Measures a claim; if a command fails, or does not give what a formula names, such as the
   * figures of a program that is not installed, the verdict is that the claim cannot be tried, with
   * the reason.
   */
  public ClaimResult of(Claim claim) throws IOException {
    commandsRun.clear();
    if (claim.cannot() != null) {
      return ClaimResult.of(claim, ClaimRun.none(claim.number()));
    }
    try {
      return ClaimResult.of(claim, measure(claim));
    } catch (CommandFailedException | IllegalArgumentException e) {
      return ClaimResult.of(
          claim, ClaimRun.failed(claim.number(), quick, e.getMessage(), commandsTyped()));
    }
  }

  private ClaimRun measure(Claim claim) throws IOException {
    Map<String, String> settings = claim.values(quick);
    Map<String, String> values = new LinkedHashMap<>(settings);
    values.put(WORK, folder.toString());
    int seeds = Integer.parseInt(values.getOrDefault(SEEDS, "1"));
    List<Double> figures = new ArrayList<>();
    Map<String, List<Double>> checks = new LinkedHashMap<>();
    Map<String, List<Double>> curve = new LinkedHashMap<>();
    List<Double> control = new ArrayList<>();
    List<Double> half = new ArrayList<>();
    boolean inTurn = claim.hasTimes() && !counted;
    int rounds = inTurn ? Integer.parseInt(values.getOrDefault(ROUNDS, "1")) : 1;
    String gpu = "";
    for (int round = inTurn ? -1 : 0; round < Math.max(seeds, rounds); round++) {
      values.put(SEED, Integer.toString(Math.max(0, round) % seeds));
      Map<String, JsonNode> results = results(claim, values);
      gpu = gpuOf(results);
      if (round < 0) {
        continue;
      }
      if (!claim.timed() || !counted) {
        figures.add(Formula.value(claim.formula(), results));
        claim.curve().forEach((label, formula) -> add(curve, label, formula, results));
        if (claim.control() != null) {
          control.add(Formula.value(claim.control().formula(), results));
        }
      }
      if (claim.half() != null && (!claim.half().timed() || !counted)) {
        half.add(Formula.value(claim.half().formula(), results));
      }
      claim.checks().stream()
          .filter(check -> !check.timed() || !counted)
          .forEach(check -> add(checks, check.what(), check.formula(), results));
    }
    return new ClaimRun(
        claim.number(),
        quick,
        settings,
        ClaimRun.thisMachine() + gpu,
        figures,
        checks,
        curve,
        control,
        half,
        MeasuredForm.of(claim, quick),
        "",
        commandsTyped());
  }

  /** The GPU on which commands ran, by their description; empty if they used none. */
  private static String gpuOf(Map<String, JsonNode> results) {
    return results.values().stream()
        .filter(result -> result.at("/device").asText().equals("cuda"))
        .map(
            result ->
                result.path("provenance").path("backend").asText(result.path("backend").asText()))
        .map(backend -> ", " + backend)
        .findFirst()
        .orElse("");
  }

  private static void add(
      Map<String, List<Double>> to, String label, String formula, Map<String, JsonNode> results) {
    to.computeIfAbsent(label, _ -> new ArrayList<>()).add(Formula.value(formula, results));
  }

  private Map<String, JsonNode> results(Claim claim, Map<String, String> values)
      throws IOException {
    Map<String, JsonNode> results = new LinkedHashMap<>();
    for (Map.Entry<String, String> command : claim.commands().entrySet()) {
      List<String> words = words(command.getValue(), values);
      Path result = folder.resolve("claim-%d-%s.json".formatted(claim.number(), command.getKey()));
      commandsRun.add("atoll " + String.join(" ", words));
      if (isGenerated(words)) {
        continue;
      }
      complete(words, result, claim, command.getKey());
      runner.run(words);
      if (Files.exists(result)) {
        results.put(command.getKey(), new ObjectMapper().readTree(result.toFile()));
      }
    }
    return results;
  }

  /** The commands as typed by a user: graphs in a folder {@code work}, each generated once. */
  private List<String> commandsTyped() {
    return commandsRun.stream()
        .map(command -> command.replace(folder.toString(), WORK))
        .distinct()
        .toList();
  }

  /** The commands of a claim for the first seed, as typed by a user. */
  static List<List<String>> commands(Claim claim, boolean quick, Path folder) {
    Map<String, String> values = new LinkedHashMap<>(claim.values(quick));
    values.put(WORK, folder.toString());
    values.put(SEED, "0");
    return claim.commands().values().stream().map(text -> words(text, values)).toList();
  }

  /** A command of a claim for the first seed, as typed by a user. */
  static String typed(Claim claim, String name, boolean quick, Path folder) {
    List<String> names = List.copyOf(claim.commands().keySet());
    return "atoll " + String.join(" ", commands(claim, quick, folder).get(names.indexOf(name)));
  }

  private static List<String> words(String command, Map<String, String> values) {
    return new ArrayList<>(List.of(filled(command, values).strip().split("\\s+")));
  }

  /** Whether a command generates a graph that exists already. */
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
