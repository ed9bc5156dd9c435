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
          result.verdictText());
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
      String measured =
          result.mean() == null
              ? "–"
              : "%s: %s (holds if %s)"
                  .formatted(result.figure(), result.measuredText(), result.criterion());
      text.append(
          "| %d | %s, %s | %s | %s | %s | **%s** | %s | `%s` |\n"
              .formatted(
                  result.claim(),
                  result.paper(),
                  result.place(),
                  cell(result.text()),
                  cell(result.published()),
                  cell(measured),
                  result.verdictText(),
                  cell(result.why()),
                  result.command()));
    }
    return text.toString();
  }

  private static String cell(String text) {
    return text.strip().replace("\n", " ").replace("|", "\\|");
  }
}
