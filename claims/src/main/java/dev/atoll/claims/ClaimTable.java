package dev.atoll.claims;

import dev.atoll.recipe.log.Table;
import java.util.List;

/** Claims and verdicts as a table: in a terminal, or in Markdown for a page. */
public final class ClaimTable {
  private ClaimTable() {}

  /** The claims that can be measured, a line each. */
  public static Table listed(List<Claim> claims) {
    Table table = Table.of("#", "paper", "place", "claim");
    for (Claim claim : claims) {
      table.row("" + claim.number(), claim.paper(), claim.place(), claim.claim());
    }
    return table;
  }

  /** The results of the claims. */
  public static Table of(List<ClaimResult> results) {
    Table table = Table.of("#", "paper", "figure", "published", "measured", "verdict");
    for (ClaimResult result : results) {
      table.row(
          "" + result.claim(),
          result.paper(),
          result.figure(),
          result.published(),
          result.measuredText(),
          result.verdict());
      ClaimResult.Half half = result.half();
      if (half != null) {
        table.row(
            "" + result.claim(),
            result.paper(),
            half.figure(),
            half.published(),
            half.measuredText(),
            half.verdict());
      }
    }
    return table;
  }

  /** The results with claims, criteria, reasons and commands. */
  public static String markdown(List<ClaimResult> results) {
    StringBuilder text =
        new StringBuilder(
            """
            | # | paper | claim | published | measured | verdict | why | command |
            |---|---|---|---|---|---|---|---|
            """);
    for (ClaimResult result : results) {
      text.append(
          row(
              result,
              "%s, %s".formatted(result.paper(), result.place()),
              result.text(),
              result.published(),
              measured(result.mean(), result.figure(), result.measuredText(), result.criterion()),
              result.verdict(),
              result.why()));
      ClaimResult.Half half = result.half();
      if (half != null) {
        text.append(
            row(
                result,
                "%s, %s".formatted(result.paper(), half.place()),
                half.text(),
                half.published(),
                measured(half.mean(), half.figure(), half.measuredText(), half.criterion()),
                half.verdict(),
                half.why()));
      }
    }
    return text.toString();
  }

  private static String measured(Double mean, String figure, String text, String criterion) {
    return mean == null ? "–" : "%s: %s (holds if %s)".formatted(figure, text, criterion);
  }

  private static String row(ClaimResult result, String... cells) {
    StringBuilder row = new StringBuilder("| " + result.claim());
    for (String cell : cells) {
      row.append(" | ").append(cell(cell));
    }
    return row.append(" | `").append(result.command()).append("` |\n").toString();
  }

  private static String cell(String text) {
    return text.strip().replace("\n", " ").replace("|", "\\|");
  }
}
