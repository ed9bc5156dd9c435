package dev.atoll.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.recipe.run.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimPageTest {
  private static final Path DOCS = Path.of("").toAbsolutePath().getParent().resolve("docs");
  private static final String YAML =
      """
      number: 7
      paper: A Paper
      place: Table 1
      claim: "b takes half of a."
      published: "0.5"
      figure: "b over a"
      commands: {a: train}
      formula: "b.x / a.x"
      unit: ratio
      holds: "<= 0.5"
      partly: "<= 0.8"
      checks: [{what: "rounds", formula: b.r, holds: "2..2"}]
      curve: {a: a.x}
      remark: "Because of a."
      finding: "And *b*."
      """;

  @TempDir Path folder;

  private static Claim claim(String yaml) throws IOException {
    return Claim.read(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)), "test");
  }

  private static ClaimRun run(boolean quick, double figure) {
    return new ClaimRun(
        7,
        quick,
        Map.of("epochs", "2", "seeds", "2"),
        "a machine, 2 cores",
        List.of(figure, figure),
        Map.of("rounds", List.of(2.0, 2.0)),
        Map.of("a", List.of(11.25, 11.75)),
        "",
        List.of("atoll train --seed 0", "atoll train --seed 1"));
  }

  private String page(String yaml) throws IOException {
    List<Claim> claims = List.of(claim(yaml));
    return ClaimPage.markdown(claims, new KeptClaims(folder));
  }

  @Test
  void thePageIsWhatTheKeptResultsGive() throws IOException {
    List<Claim> claims = ClaimLibrary.all();
    assertEquals(
        ClaimPage.markdown(claims, new KeptClaims(DOCS.resolve("claims"))),
        Files.readString(DOCS.resolve("claims.md")),
        "docs/claims.md is out of date: atoll reproduce --page");
  }

  @Test
  void aClaimWithoutARunSaysSo() throws IOException {
    String page = page(YAML);
    assertTrue(page.contains("Of 1 claim 1 is not measured."), page);
    assertTrue(page.contains("**Not measured**: b over a. It would hold if <= 0.5."), page);
    assertTrue(page.contains("To measure it: `atoll reproduce --claim 7`\n"), page);
  }

  @Test
  void aKeptResultHasVerdictMachineAndCommands() throws IOException {
    assertTrue(new KeptClaims(folder).keep(ClaimResult.of(claim(YAML), run(true, 0.45))));
    String page = page(YAML);
    assertTrue(page.contains("**Holds**: b over a: 0.45 ± 0 (2 seeds). It holds if <= 0.5."), page);
    assertTrue(page.contains("| rounds | 2 ± 0 | 2..2 | holds |"), page);
    assertTrue(page.contains("| a | 11.5 ± 0.354 |"), page);
    assertTrue(page.contains("Because of a.\n\nAnd *b*.\n"), page);
    assertTrue(
        page.contains("Measured on a machine, 2 cores; the quick form. Again: `atoll"), page);
    assertTrue(page.contains("    atoll train --seed 0\n"), page);
    assertFalse(page.contains("--seed 1"), page);
  }

  @Test
  void aFigureBesideItsBoundHasTheDigitsThatTellThemApart() throws IOException {
    String yaml = YAML.replace("2..2", "<= 1.9999");
    new KeptClaims(folder).keep(ClaimResult.of(claim(yaml), run(true, 0.50004)));
    String page = page(yaml);
    assertTrue(page.contains("b over a: 0.50004 ± 0 (2 seeds). It holds if <= 0.5."), page);
    assertTrue(page.contains("| rounds | 2 ± 0 | <= 1.9999 | does not hold |"), page);
  }

  @Test
  void theVerdictFollowsFromTheClaimAsItIsNow() throws IOException {
    new KeptClaims(folder).keep(ClaimResult.of(claim(YAML), run(true, 0.45)));
    assertTrue(page(YAML.replace("<= 0.5", "<= 0.4")).contains("**Partly**"));
    assertTrue(page(YAML.replace("2..2", "3..3")).contains("**Partly**"));
  }

  @Test
  void aDeviationOverABoundIsSaid() throws IOException {
    ClaimRun run = run(true, 0.45);
    ClaimRun wide =
        new ClaimRun(
            7,
            true,
            Map.of("seeds", "1", "rounds", "3"),
            run.machine(),
            List.of(0.3, 0.45, 0.6),
            Map.of("rounds", List.of(1.0, 2.0, 3.0)),
            Map.of(),
            "",
            run.commands());
    new KeptClaims(folder).keep(ClaimResult.of(claim(YAML), wide));
    String page = page(YAML);
    assertTrue(page.contains("Of 1 claim 1 holds partly. Of 1 the deviation leaves"), page);
    assertTrue(page.contains("| **partly**, inconclusive, quick |"), page);
    assertTrue(page.contains("**Partly**, inconclusive: b over a: 0.45 ± 0.15 (3 rounds)."), page);
    assertTrue(page.contains("| rounds | 2 ± 1 | 2..2 | inconclusive |"), page);
  }

  @Test
  void theSummaryIsASentence() throws IOException {
    List<Claim> claims =
        List.of(
            claim(YAML),
            claim(YAML.replace("number: 7", "number: 8")),
            claim(YAML.replace("number: 7", "number: 9") + "cannot: \"no data\"\n"));
    String page = ClaimPage.markdown(claims, new KeptClaims(folder));
    assertTrue(page.contains("Of 3 claims 1 cannot be tried here and 2 are not measured.\n"), page);
  }

  @Test
  void aQuickOrFailedResultDoesNotReplaceAFullOne() throws IOException {
    var kept = new KeptClaims(folder);
    Claim claim = claim(YAML);
    assertTrue(kept.keep(ClaimResult.of(claim, run(false, 0.4))));
    assertFalse(kept.keep(ClaimResult.of(claim, run(true, 0.9))));
    assertEquals(0.4, kept.results(List.of(claim)).getFirst().mean());
    ClaimRun failed = ClaimRun.failed(7, false, "no such data", List.of());
    assertFalse(kept.keep(ClaimResult.of(claim, failed)));
    assertTrue(kept.keep(ClaimResult.of(claim, run(false, 0.6))));
    assertEquals("partly", kept.results(List.of(claim)).getFirst().verdict());
  }

  /** The result of the host stays, and so does that of the GPU. */
  @Test
  void aResultOnAGpuStandsBesideThatOfTheHost() throws IOException {
    String yaml = YAML + "gpu: {figure: load time, formula: b.x, holds: '>= 1'}\n";
    Claim claim = claim(yaml);
    var kept = new KeptClaims(folder);
    assertTrue(kept.keep(ClaimResult.of(claim, run(false, 0.4))));
    assertTrue(page(yaml).contains("**Not measured**: load time. To measure it: `atoll"));
    ClaimRun host = run(true, 1.5);
    ClaimRun onGpu =
        new ClaimRun(
            7,
            true,
            host.settings(),
            "a machine, 2 cores, a GPU",
            host.measured(),
            Map.of(),
            Map.of(),
            "",
            List.of("atoll train --device cuda"));
    assertTrue(kept.keep(ClaimResult.of(claim.onGpu(), onGpu)));
    assertTrue(kept.keep(ClaimResult.of(claim, run(false, 0.3))));
    String page = page(yaml);
    assertTrue(
        page.contains("| 0.3 ± 0 | **holds**; [on a GPU](#claim-7-on-a-gpu) **holds**, quick |"),
        page);
    assertTrue(page.contains("**Holds**: load time: 1.5 ± 0 (2 seeds). It holds if >= 1."), page);
    assertTrue(page.contains("`atoll reproduce --claim 7 --device cuda --quick`"), page);
  }

  @Test
  void aFormThatCannotBeTriedReplacesNothing() throws IOException {
    String yaml = YAML + "gpu: {figure: load time, cannot: the host draws}\n";
    Claim claim = claim(yaml);
    var kept = new KeptClaims(folder);
    assertTrue(kept.keep(ClaimResult.of(claim, run(false, 0.4))));
    assertFalse(kept.keep(ClaimResult.of(claim.onGpu(), ClaimRun.none(7))));
    assertEquals(0.4, kept.results(List.of(claim)).getFirst().mean());
    assertTrue(page(yaml).contains("**Cannot be tried**: the host draws."));
  }

  @Test
  void aResultUnderTheWrongNumberIsRefused() throws IOException {
    Json.write(run(true, 0.4), folder.resolve("08.json"));
    IOException error = assertThrows(IOException.class, () -> page(YAML));
    assertTrue(error.getMessage().contains("08.json") && error.getMessage().contains("claim 7"));
  }
}
