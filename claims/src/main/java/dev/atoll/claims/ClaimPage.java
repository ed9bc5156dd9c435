package dev.atoll.claims;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

      **How a verdict is found.** A claim's file says within which bound its figure must lie. Figures are means over repetitions, with their 95 % confidence interval (Student's t) in brackets: repetitions differ in the seed, or, where times are compared, they are rounds in which all commands run in turn (A B A B …, after one round that is thrown away). The figure is computed in every repetition, so that differences are paired. A count that is measured once has no interval. Values in tables of curves are means ± the deviation of a sample.

      | verdict | where |
      |---|---|
      | *holds* | the whole interval lies within the bound, and so do all further conditions |
      | *partly* | the whole interval lies outside the bound and within a wider one that the claim's file states, or the figure holds and a further condition does not. Never a null result: no wider bound includes "no difference" |
      | *does not hold* | the whole interval lies outside the bound, and outside the wider one, or it includes "no difference" where the claim is of an effect |
      | *cannot tell* | a bound lies inside the interval; accuracies are compared over fewer than five seeds; a time was measured once; or the control is not outside the claim's bound |
      | *not tried* | nothing was measured here, and why |

      **Controls.** A claim about accuracy names a control: the method switched off in the harshest way. Where the control is as accurate as the method, within the claim's bound, the graph cannot tell, whatever the figure of the method. While a control is not measured, the verdict is at best *partly*.

      **Changes.** A claim whose figure, baseline, graph or criterion was replaced after a result was known lists all forms, with their results (means ± deviation) and the reasons. New results keep their criterion, baseline and commit; where the claim's file has changed since, the section says how. The rule of verdicts itself was replaced, too: [decision 108](decisions/108-claims-that-can-fail.md) has the verdicts by the former one.
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
      page.section(claims.get(i), result);
    }
    return page.text.toString();
  }

  private void overview(List<ClaimResult> results) {
    text.append("\n## Overview\n\n").append(summary(results)).append("\n\n");
    text.append(
        "| # | paper | claim | published | measured | verdict |\n|---|---|---|---|---|---|\n");
    for (ClaimResult result : results) {
      line(
          result,
          result.text(),
          result.published(),
          result.measuredText(),
          "**%s**%s%s".formatted(result.verdict(), notes(result), verdictOnGpu(result.claim())));
      ClaimResult.Half half = result.half();
      if (half != null) {
        line(
            result,
            half.text(),
            half.published(),
            half.measuredText(),
            "**%s**%s".formatted(half.verdict(), half.mean() == null ? "" : quick(result)));
      }
    }
  }

  private void line(
      ClaimResult result, String claim, String published, String measured, String verdict) {
    text.append(
        "| [%d](#%s) | %s | %s | %s | %s | %s |\n"
            .formatted(
                result.claim(),
                anchor(title(result)),
                result.paper(),
                cell(claim),
                cell(published),
                measured,
                verdict));
  }

  private static String notes(ClaimResult result) {
    ClaimResult.Control control = result.control();
    boolean open = control != null && !control.isMeasured() && result.mean() != null;
    return quick(result) + (open ? ", control: not measured yet" : "");
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
            .formatted(anchor(titleOnGpu(result)), result.verdict(), quick(result));
  }

  /** Counts of verdicts: {@code Of 31 claims 12 hold, 18 hold partly and 1 does not hold.} */
  private static String summary(List<ClaimResult> results) {
    List<String> verdicts =
        results.stream()
            .flatMap(
                result ->
                    result.half() == null
                        ? Stream.of(result.verdict())
                        : Stream.of(result.verdict(), result.half().verdict()))
            .toList();
    List<String> counts =
        Arrays.stream(Verdict.values())
            .map(verdict -> verdict.of(Collections.frequency(verdicts, verdict.text())))
            .filter(text -> !text.startsWith("0 "))
            .toList();
    String most = String.join(", ", counts.subList(0, counts.size() - 1));
    int halves = verdicts.size() - results.size();
    return "Of %d claim%s%s %s%s.%s"
        .formatted(
            verdicts.size(),
            verdicts.size() == 1 ? "" : "s",
            halves == 0
                ? ""
                : " (%d numbers, %d of them in two halves)".formatted(results.size(), halves),
            most.isEmpty() ? "" : most + " and ",
            counts.getLast(),
            controls(results));
  }

  /** The controls that are still to be measured; empty where there are none. */
  private static String controls(List<ClaimResult> results) {
    List<String> open =
        results.stream()
            .filter(result -> result.control() != null && !result.control().isMeasured())
            .map(result -> Integer.toString(result.claim()))
            .toList();
    return open.isEmpty()
        ? ""
        : " Controls not measured yet, so that the verdict is at best *partly*: %s."
            .formatted(String.join(", ", open));
  }

  private void section(Claim claim, ClaimResult result) {
    text.append("\n### ").append(title(result)).append("\n\n");
    text.append(
        "*%s* (%s). Published: %s.\n".formatted(result.text(), result.place(), result.published()));
    body(claim, result);
    if (onGpu.containsKey(result.claim())) {
      sectionOnGpu(claim.onGpu(), onGpu.get(result.claim()));
    }
  }

  private void sectionOnGpu(Claim claim, ClaimResult result) {
    text.append("\n#### ").append(titleOnGpu(result)).append("\n");
    if (isMeasured(result)) {
      body(claim, result);
    } else if (claim.cannot() != null) {
      paragraph("**Not tried**: " + claim.cannot() + ".");
    } else {
      paragraph(
          "**Not tried**: %s. To measure it: `atoll reproduce --claim %d --device cuda`"
              .formatted(result.figure(), result.claim()));
    }
  }

  private void body(Claim claim, ClaimResult result) {
    paragraph(outcome(claim, result));
    if (!result.checks().isEmpty() && isMeasured(result)) {
      table("| also | measured | holds if | |", result.checks(), ClaimPage::line);
    }
    if (result.control() != null) {
      paragraph(control(result.control()));
    }
    if (result.half() != null) {
      paragraph(half(result.half()));
      paragraph(result.half().why());
    }
    if (!result.curve().isEmpty()) {
      table(
          "| | mean |",
          List.copyOf(result.curve().keySet()),
          label -> "%s | %s".formatted(cell(label), result.curveText(label)));
    }
    paragraph(claim.cannot() != null ? "" : result.why());
    paragraph(claim.finding());
    changes(claim, result);
    paragraph(
        (isMeasured(result)
                ? "Measured on %s%s; %s. Again: "
                    .formatted(
                        result.machine(), result.quick() ? "; the quick form" : "", kept(result))
                : "To measure it: ")
            + "`"
            + result.command()
            + "`");
    if (!result.commands().isEmpty()) {
      commands(result.commands());
    }
  }

  private static String kept(ClaimResult result) {
    return result.form() == null
        ? "before criterion, baseline and commit were kept with results"
        : "commit " + result.form().commit();
  }

  private static String outcome(Claim claim, ClaimResult result) {
    if (claim.cannot() != null) {
      return "**Not tried**: " + claim.cannot() + ".";
    }
    if (result.mean() == null) {
      return "**Not tried**: %s. It would hold if %s.".formatted(result.figure(), bounds(claim));
    }
    return "**%s**: %s: %s%s. It holds if %s."
        .formatted(
            capital(result.verdict()),
            result.figure(),
            result.measuredText(),
            repetitions(result),
            bounds(claim));
  }

  private static String bounds(Claim claim) {
    return claim.holds() + (claim.partly() == null ? "" : " (partly: " + claim.partly() + ")");
  }

  private static String control(ClaimResult.Control control) {
    String name = "Control (command `%s`: %s): ".formatted(control.command(), control.off());
    if (!control.isMeasured()) {
      return name
          + "not measured yet. The graph can tell if it lies outside %s."
              .formatted(control.within());
    }
    return name
        + "%s from the full method, where the claim's bound is %s: %s."
            .formatted(
                control.valueText(),
                control.within(),
                control.canTell()
                    ? "the graph can tell"
                    : "the method switched off does as well, or may, so that this graph cannot"
                        + " tell");
  }

  private static String half(ClaimResult.Half half) {
    String head =
        "**Second half: %s.** *%s* (%s). Published: %s. "
            .formatted(half.verdict(), half.text(), half.place(), half.published());
    return head
        + (half.mean() == null
            ? "%s; it would hold if %s.".formatted(capital(half.figure()), half.criterion())
            : "%s: %s. It holds if %s."
                .formatted(capital(half.figure()), half.measuredText(), half.criterion()));
  }

  /** The earlier forms of a claim, and how it has changed since its result was kept. */
  private void changes(Claim claim, ClaimResult result) {
    if (!claim.history().isEmpty()) {
      paragraph("**Earlier forms** and what was known of them; the last row is the present one.");
      table(
          "| commit | figure | compared with | graph | holds if | result | replaced because |",
          claim.history(),
          ClaimPage::line);
      text.append("| now | ")
          .append(
              String.join(
                  " | ",
                  cell(claim.figure()),
                  claim.baseline() == null ? "–" : "`%s` below".formatted(claim.baseline()),
                  cell(result.settings().getOrDefault("data", "as in the commands below")),
                  bounds(claim),
                  "%s, %s".formatted(result.measuredText(), result.verdict())))
          .append(" | – |\n");
    }
    List<String> since =
        result.form() == null
            ? List.of()
            : result.form().changesTo(MeasuredForm.of(claim, result.quick()));
    if (!since.isEmpty()) {
      paragraph("**Changed since this result was measured**: " + String.join("; ", since) + ".");
    }
  }

  private static String line(EarlierForm form) {
    return Stream.of(
            "%s, %s".formatted(form.commit(), form.date()),
            form.metric(),
            form.baseline(),
            form.graph(),
            form.criterion(),
            form.result(),
            form.reason())
        .map(ClaimPage::cell)
        .collect(Collectors.joining(" | "));
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
