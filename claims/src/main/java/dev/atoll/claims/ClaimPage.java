package dev.atoll.claims;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The page of all claims in Markdown, {@code docs/claims.md}: an overview, then a section per
 * paper. It is made only from the claims' files and the stored results.
 */
public final class ClaimPage {
  private static final String HEAD =
      """
      # The papers' claims, and what was found

      Atoll contains seven published systems. This page has what their papers claim and what was measured here, with the commands behind every figure. A claim that does not hold is listed like the others, and why.

      The page is written by `atoll reproduce --page` from the claims' files (`claims/src/main/resources/dev/atoll/claims`) and the kept results (`docs/claims`). To measure a claim again and keep the result: `atoll reproduce --claim 14 --keep` ([commands](commands.md#reproduce)).

      Most graphs are small or synthetic, and the workers of a run share one machine. Counts (bytes, rows, rounds) are the same on any machine; times are not, so every result names its machine. "quick" results come from small graphs and few epochs. Scores of the models themselves are in [accuracy](accuracy.md), speed in [performance](performance.md).

      **How a verdict is found.** A claim's file says within which bound its figure must lie. Figures are means over repetitions ± their deviation (of a sample): repetitions differ in the seed, or, where times are compared, they are rounds in which all commands run in turn (A B A B …, after one round that is thrown away), and the figure is computed in every round. The claim *holds* where everything from the mean minus the deviation to the mean plus it lies within the bound, and all further conditions hold in the same sense. It *does not hold* where all of that lies outside the bound, and outside the wider bound of a claim that may hold in part. Anything else is *partly*; where the deviation reaches over a bound the page adds *inconclusive*: the measurement cannot say more. A time that was measured once is always inconclusive.
      """;

  private final StringBuilder text = new StringBuilder(HEAD);
  private final Map<Integer, ClaimResult> onGpu;

  private ClaimPage(Map<Integer, ClaimResult> onGpu) {
    this.onGpu = onGpu;
  }

  /** The page of some claims and their stored results. */
  public static String markdown(List<Claim> claims, KeptClaims kept) throws IOException {
    List<ClaimResult> results = kept.results(claims);
    ClaimPage page = new ClaimPage(kept.resultsOnGpu(claims));
    page.overview(results);
    String paper = "";
    for (int i = 0; i < claims.size(); i++) {
      ClaimResult result = results.get(i);
      if (!result.paper().equals(paper)) {
        paper = result.paper();
        page.text.append("\n## ").append(paper).append('\n');
      }
      page.section(result, claims.get(i).finding());
    }
    return page.text.toString();
  }

  private void overview(List<ClaimResult> results) {
    text.append("\n## Overview\n\n").append(summary(results)).append("\n\n");
    text.append(
        "| # | paper | claim | published | measured | verdict |\n|---|---|---|---|---|---|\n");
    for (ClaimResult result : results) {
      text.append(
          "| [%d](#%s) | %s | %s | %s | %s | **%s**%s |\n"
              .formatted(
                  result.claim(),
                  anchor(title(result)),
                  result.paper(),
                  cell(result.text()),
                  cell(result.published()),
                  result.mean() == null ? "–" : result.measuredText(),
                  result.verdict(),
                  open(result) + quick(result) + verdictOnGpu(result.claim())));
    }
  }

  private static String quick(ClaimResult result) {
    return isMeasured(result) && result.quick() ? ", quick" : "";
  }

  /** The verdict on a claim's form for a GPU; empty if it was not measured. */
  private String verdictOnGpu(int claim) {
    ClaimResult result = onGpu.get(claim);
    return result == null || !isMeasured(result)
        ? ""
        : "; [on a GPU](#%s) **%s**%s"
            .formatted(anchor(titleOnGpu(result)), result.verdict(), open(result) + quick(result));
  }

  /** Counts of verdicts: {@code Of 31 claims 12 hold, 18 hold partly and 1 does not hold.} */
  private static String summary(List<ClaimResult> results) {
    List<String> counts =
        Arrays.stream(Verdict.values())
            .map(verdict -> verdict.of(count(results, one -> is(one, verdict))))
            .filter(text -> !text.startsWith("0 "))
            .toList();
    String most = String.join(", ", counts.subList(0, counts.size() - 1));
    long open = count(results, one -> !one.conclusive());
    return "Of %d claim%s %s%s.%s"
        .formatted(
            results.size(),
            results.size() == 1 ? "" : "s",
            most.isEmpty() ? "" : most + " and ",
            counts.getLast(),
            open == 0 ? "" : " Of %d the deviation leaves the verdict open.".formatted(open));
  }

  private static long count(List<ClaimResult> results, Predicate<ClaimResult> which) {
    return results.stream().filter(which).count();
  }

  private static boolean is(ClaimResult result, Verdict verdict) {
    return result.verdict().equals(verdict.text());
  }

  private void section(ClaimResult result, String finding) {
    text.append("\n### ").append(title(result)).append("\n\n");
    text.append(
        "*%s* (%s). Published: %s.\n".formatted(result.text(), result.place(), result.published()));
    body(result, finding);
    if (onGpu.containsKey(result.claim())) {
      sectionOnGpu(onGpu.get(result.claim()));
    }
  }

  private void sectionOnGpu(ClaimResult result) {
    text.append("\n#### ").append(titleOnGpu(result)).append("\n");
    if (isMeasured(result)) {
      body(result, "");
    } else if (is(result, Verdict.CANNOT_BE_TRIED)) {
      paragraph("**Cannot be tried**: " + result.why() + ".");
    } else {
      paragraph(
          "**Not measured**: %s. To measure it: `atoll reproduce --claim %d --device cuda`"
              .formatted(result.figure(), result.claim()));
    }
  }

  private void body(ClaimResult result, String finding) {
    paragraph(outcome(result));
    if (!result.checks().isEmpty() && isMeasured(result)) {
      table("| also | measured | holds if | |", result.checks(), ClaimPage::line);
    }
    if (!result.curve().isEmpty()) {
      table(
          "| | mean |",
          List.copyOf(result.curve().keySet()),
          label -> "%s | %s".formatted(cell(label), result.curveText(label)));
    }
    paragraph(result.why());
    paragraph(finding);
    paragraph(
        (isMeasured(result)
                ? "Measured on %s%s. Again: "
                    .formatted(result.machine(), result.quick() ? "; the quick form" : "")
                : "To measure it: ")
            + "`"
            + result.command()
            + "`");
    if (!result.commands().isEmpty()) {
      commands(result.commands());
    }
  }

  private static String outcome(ClaimResult result) {
    if (is(result, Verdict.CANNOT_BE_TRIED)) {
      return "**Cannot be tried here.**";
    }
    if (result.mean() == null) {
      return "**Not measured**: %s. It would hold if %s."
          .formatted(result.figure(), result.criterion());
    }
    return "**%s**%s: %s: %s%s. It holds if %s."
        .formatted(
            capital(result.verdict()),
            open(result),
            result.figure(),
            result.measuredText(),
            repetitions(result),
            result.criterion());
  }

  private static String open(ClaimResult result) {
    return result.conclusive() ? "" : ", inconclusive";
  }

  private static String repetitions(ClaimResult result) {
    int repetitions = result.measured().size();
    boolean rounds =
        !result.settings().getOrDefault(ClaimTrial.SEEDS, "1").equals("" + repetitions);
    return repetitions == 1 ? "" : " (%d %s)".formatted(repetitions, rounds ? "rounds" : "seeds");
  }

  private static String line(ClaimResult.Check check) {
    return "%s | %s | %s | %s"
        .formatted(cell(check.what()), check.valueText(), check.criterion(), check.verdictText());
  }

  private <T> void table(String head, List<T> rows, Function<T, String> row) {
    int columns = head.length() - head.replace("|", "").length() - 1;
    text.append('\n').append(head).append('\n').append("|").append("---|".repeat(columns));
    rows.forEach(one -> text.append("\n| ").append(row.apply(one)).append(" |"));
    text.append('\n');
  }

  /** The commands of the first seed; others differ only in the seed. */
  private void commands(List<String> commands) {
    text.append("\n<details><summary>Commands, first seed</summary>\n\n");
    commands.stream()
        .filter(command -> !command.contains(" --seed ") || command.contains(" --seed 0"))
        .forEach(command -> text.append("    ").append(command).append('\n'));
    text.append("\n</details>\n");
  }

  private void paragraph(String paragraph) {
    if (!paragraph.isEmpty()) {
      text.append('\n').append(paragraph).append('\n');
    }
  }

  private static boolean isMeasured(ClaimResult result) {
    return !result.machine().isEmpty();
  }

  private static String title(ClaimResult result) {
    return "Claim " + result.claim();
  }

  private static String titleOnGpu(ClaimResult result) {
    return title(result) + " on a GPU";
  }

  private static String anchor(String title) {
    return title.toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  private static String capital(String verdict) {
    return Character.toUpperCase(verdict.charAt(0)) + verdict.substring(1);
  }

  private static String cell(String cell) {
    return cell.strip().replace("\n", " ").replace("|", "\\|");
  }
}
