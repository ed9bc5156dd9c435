package dev.atoll.claims;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.atoll.app.compare.Spread;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A claim of a paper and how it is measured, as its YAML file says.
 *
 * @param number in the list of all claims
 * @param paper such as {@code BNS-GCN}
 * @param place the table, figure or section that has the claim
 * @param claim in one sentence
 * @param published the paper's number
 * @param figure the meaning of the measured number
 * @param quick values of the placeholders in commands, for a few minutes
 * @param full values of the placeholders that differ in the full form
 * @param timed whether seconds are compared: all commands are then run once to warm up, and after
 *     that in turn, as often as the value of {@code rounds} says
 * @param baseline the name of the command that the figure is compared with; null without one
 * @param commands of Atoll by name; {@code ${data}} and the like are placeholders, {@code ${seed}}
 *     the seed of a repetition
 * @param formula over the JSON of the commands: the measured number
 * @param unit {@code ratio}, {@code percent}, {@code points}, {@code count}
 * @param holds the bound within which the claim holds
 * @param partly the bound within which it holds in part; null without one
 * @param control of a claim about accuracy, the method switched off; null otherwise
 * @param checks further conditions; the claim holds only if all of them do
 * @param half the second half of a claim that has two; null otherwise
 * @param curve formulas by label, if the paper has a plot
 * @param remark how the measurement differs from the paper's, and why the verdict is as it is
 * @param finding further findings, in Markdown, for the page of all claims
 * @param history the forms that were replaced after a result was known, oldest first
 * @param cannot why the claim cannot be tried here; null if it can
 * @param gpu the form for a GPU, which replaces the components from {@code figure} on; null if it
 *     is measured in the same way
 */
public record Claim(
    int number,
    String paper,
    String place,
    String claim,
    String published,
    String figure,
    Map<String, String> quick,
    Map<String, String> full,
    boolean timed,
    String baseline,
    Map<String, String> commands,
    String formula,
    String unit,
    String holds,
    String partly,
    ClaimControl control,
    List<ClaimCheck> checks,
    ClaimHalf half,
    Map<String, String> curve,
    String remark,
    String finding,
    List<EarlierForm> history,
    String cannot,
    ObjectNode gpu) {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  public Claim {
    Objects.requireNonNull(paper, "paper");
    Objects.requireNonNull(claim, "claim");
    Objects.requireNonNull(published, "published");
    quick = Objects.requireNonNullElse(quick, Map.of());
    full = Objects.requireNonNullElse(full, Map.of());
    commands = Objects.requireNonNullElse(commands, Map.of());
    checks = Objects.requireNonNullElse(checks, List.of());
    curve = Objects.requireNonNullElse(curve, Map.of());
    remark = Objects.requireNonNullElse(remark, "").strip();
    finding = Objects.requireNonNullElse(finding, "").strip();
    history = Objects.requireNonNullElse(history, List.of());
    if (cannot == null) {
      Objects.requireNonNull(formula, "formula");
      Objects.requireNonNull(unit, "unit");
      Criterion.of(unit, Objects.requireNonNull(holds, "holds"), partly, timed);
    }
    if (control != null) {
      checkCommand("control", control.command(), commands);
    }
    if (baseline != null) {
      checkCommand("baseline", baseline, commands);
    }
  }

  private static void checkCommand(String field, String name, Map<String, String> commands) {
    if (!commands.containsKey(name)) {
      throw new IllegalArgumentException(
          "%s: expected one of the commands %s, found '%s'"
              .formatted(field, commands.keySet(), name));
    }
  }

  /**
   * The claim in its form for a GPU.
   *
   * @throws IllegalStateException if it has no such form
   */
  public Claim onGpu() {
    if (gpu == null) {
      throw new IllegalStateException("claim " + number + " has no form for a GPU");
    }
    ObjectNode form =
        YAML.createObjectNode()
            .put("number", number)
            .put("paper", paper)
            .put("place", place)
            .put("claim", claim)
            .put("published", published)
            .setAll(gpu);
    return YAML.convertValue(form, Claim.class);
  }

  static Claim read(InputStream yaml, String name) throws IOException {
    try {
      return YAML.readValue(yaml, Claim.class);
    } catch (IOException e) {
      throw new IOException("claim " + name + ": " + e.getMessage(), e);
    }
  }

  /** The paper's name as {@code --paper} takes it: {@code bns-gcn}. */
  public String paperKey() {
    return paper.toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  /** Whether the figure, a check or the second half is in seconds. */
  boolean hasTimes() {
    return timed || (half != null && half.timed()) || checks.stream().anyMatch(ClaimCheck::timed);
  }

  /** The values of the placeholders. */
  Map<String, String> values(boolean quickly) {
    Map<String, String> values = new LinkedHashMap<>(quick);
    if (!quickly) {
      values.putAll(full);
    }
    return values;
  }

  /** The verdict for a measured figure, without control and checks. */
  Verdict judge(Spread values) {
    return Criterion.of(unit, holds, partly, timed).judge(values);
  }
}
