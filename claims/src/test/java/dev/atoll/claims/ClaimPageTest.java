package dev.atoll.claims;

import static java.util.stream.Collectors.toMap;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
        List.of(),
        List.of(),
        null,
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

  /** Tables of the papers' pages link to claims by their verdicts. */
  @Test
  void pagesNameTheVerdictsOfClaims() throws IOException {
    Map<String, String> rows =
        Files.readAllLines(DOCS.resolve("claims.md")).stream()
            .filter(line -> line.startsWith("| [") && line.contains("](#claim-"))
            .collect(
                toMap(
                    line -> line.replaceAll("^\\| \\[(\\d+)].*", "$1"),
                    line -> line,
                    String::concat));
    Pattern link = Pattern.compile("\\[([^\\]]+)]\\([^)]*claims\\.md#claim-(\\d+)[^)]*\\)");
    int named = 0;
    for (Path page : pages()) {
      Matcher links = link.matcher(Files.readString(page));
      while (links.find()) {
        for (Verdict verdict : Verdict.values()) {
          if ((links.group(1) + " ").startsWith(verdict.text() + " ")) {
            String row = rows.get(links.group(2));
            assertTrue(row.contains("**" + verdict.text() + "**"), page + ": " + links.group());
            named++;
          }
        }
      }
    }
    assertTrue(named > 25, named + " verdicts");
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(DOCS)) {
      return files.filter(file -> file.toString().endsWith(".md")).toList();
    }
  }

  @Test
  void aClaimWithoutARunSaysSo() throws IOException {
    String page = page(YAML);
    assertTrue(page.contains("Of 1 claim 1 is not tried."), page);
    assertTrue(
        page.contains("**Not tried**: b over a. It would hold if <= 0.5 (partly: <= 0.8)."), page);
    assertTrue(page.contains("To measure it: `atoll reproduce --claim 7`\n"), page);
  }

  @Test
  void aKeptResultHasVerdictMachineAndCommands() throws IOException {
    assertTrue(new KeptClaims(folder).keep(ClaimResult.of(claim(YAML), run(true, 0.45))));
    String page = page(YAML);
    assertTrue(
        page.contains("**Holds**: b over a: 0.45 (2 seeds). It holds if <= 0.5 (partly"), page);
    assertTrue(page.contains("| rounds | 2 | 2..2 | holds |"), page);
    assertTrue(page.contains("| a | 11.5 ± 0.354 |"), page);
    assertTrue(page.contains("Because of a.\n\nAnd *b*.\n"), page);
    assertTrue(
        page.contains("Measured on a machine, 2 cores; the quick form; before criterion, baseline"),
        page);
    assertTrue(page.contains("    atoll train --seed 0\n"), page);
    assertFalse(page.contains("--seed 1"), page);
  }

  @Test
  void aFigureBesideItsBoundHasTheDigitsThatTellThemApart() throws IOException {
    String yaml = YAML.replace("2..2", "<= 1.9999");
    new KeptClaims(folder).keep(ClaimResult.of(claim(yaml), run(true, 0.50004)));
    String page = page(yaml);
    assertTrue(page.contains("b over a: 0.50004 (2 seeds). It holds if <= 0.5 (partly"), page);
    assertTrue(page.contains("| rounds | 2 | <= 1.9999 | does not hold |"), page);
  }

  @Test
  void theVerdictFollowsFromTheClaimAsItIsNow() throws IOException {
    new KeptClaims(folder).keep(ClaimResult.of(claim(YAML), run(true, 0.45)));
    assertTrue(page(YAML.replace("<= 0.5", "<= 0.4")).contains("**Partly**"));
    assertTrue(page(YAML.replace("2..2", "3..3")).contains("**Partly**"));
  }

  @Test
  void anIntervalOverABoundCannotTell() throws IOException {
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
            List.of(),
            List.of(),
            null,
            "",
            run.commands());
    new KeptClaims(folder).keep(ClaimResult.of(claim(YAML), wide));
    String page = page(YAML);
    assertTrue(page.contains("Of 1 claim 1 cannot be told."), page);
    assertTrue(page.contains("| 0.45 (0.0773 to 0.823) | **cannot tell**, quick |"), page);
    assertTrue(page.contains("**Cannot tell**: b over a: 0.45 (0.0773 to 0.823) (3 ro"), page);
    assertTrue(page.contains("| rounds | 2 (-0.484 to 4.48) | 2..2 | cannot tell |"), page);
  }

  private static ClaimRun run(List<Double> control, List<Double> half, MeasuredForm form) {
    return new ClaimRun(
        7,
        false,
        Map.of("seeds", "2", "data", "cora"),
        "a machine",
        List.of(0.4, 0.4),
        Map.of("rounds", List.of(2.0, 2.0)),
        Map.of(),
        control,
        half,
        form,
        "",
        List.of("atoll train"));
  }

  @Test
  void controlsAreSaid() throws IOException {
    String yaml = YAML + "control: {command: a, off: rate=0, formula: b.c, within: '<= 0.5'}\n";
    new KeptClaims(folder).keep(ClaimResult.of(claim(yaml), run(List.of(), List.of(), null)));
    String page = page(yaml);
    assertTrue(page.contains("the verdict is at best *partly*: 7."), page);
    assertTrue(page.contains("| 0.4 | **partly**, control: not measured yet |"), page);
    assertTrue(page.contains("Control (command `a`: rate=0): not measured yet."), page);
    List<Double> worse = List.of(2.0, 2.0, 2.0, 2.0, 2.0);
    new KeptClaims(folder).keep(ClaimResult.of(claim(yaml), run(worse, List.of(), null)));
    page = page(yaml);
    assertTrue(page.contains("| 0.4 | **holds** |"), page);
    assertTrue(page.contains("rate=0): 2 from the full method, where the claim's bound is"), page);
    assertTrue(page.contains("<= 0.5: the graph can tell."), page);
    List<Double> asGood = List.of(0.1, 0.1, 0.1, 0.1, 0.1);
    new KeptClaims(folder).keep(ClaimResult.of(claim(yaml), run(asGood, List.of(), null)));
    page = page(yaml);
    assertTrue(page.contains("| 0.4 | **cannot tell** |"), page);
    assertTrue(page.contains("so that this graph cannot tell."), page);
  }

  @Test
  void aClaimOfTwoHalvesHasTwoRows() throws IOException {
    String yaml =
        YAML
            + "half: {claim: b is faster, place: Table 2, published: twice, figure: a over b,"
            + " formula: a.s / b.s, unit: ratio, holds: '>= 2', remark: On one machine.}\n";
    new KeptClaims(folder).keep(ClaimResult.of(claim(yaml), run(List.of(), List.of(), null)));
    String page = page(yaml);
    assertTrue(page.contains("Of 2 claims (1 numbers, 1 of them in two halves) 1 holds and"), page);
    assertTrue(page.contains("| A Paper | b is faster | twice | – | **not tried** |"), page);
    assertTrue(page.contains("A over b; it would hold if >= 2.\n\nOn one machine.\n"), page);
    new KeptClaims(folder)
        .keep(ClaimResult.of(claim(yaml), run(List.of(), List.of(3.0, 3.0), null)));
    page = page(yaml);
    assertTrue(page.contains("| A Paper | b is faster | twice | 3 | **holds** |"), page);
    assertTrue(page.contains("**Second half: holds.** *b is faster* (Table 2)."), page);
  }

  @Test
  void earlierFormsAreListedWithTheirResults() throws IOException {
    String yaml =
        YAML
            + """
            baseline: a
            history:
              - {commit: 0142ff5b, date: "2026-11-16", metric: time, baseline: c, graph: pubmed,
                 criterion: ">= 2", result: "1.1: does not hold", reason: "c is not the paper's"}
            """;
    new KeptClaims(folder).keep(ClaimResult.of(claim(yaml), run(List.of(), List.of(), null)));
    String page = page(yaml);
    assertTrue(
        page.contains(
            "| 0142ff5b, 2026-11-16 | time | c | pubmed | >= 2 | 1.1: does not hold | c is"),
        page);
    assertTrue(
        page.contains(
            "| now | b over a | `a` below | cora | <= 0.5 (partly: <= 0.8) | 0.4, holds | – |"));
  }

  @Test
  void aChangeSinceAResultWasMeasuredIsSaid() throws IOException {
    Claim measured = claim(YAML + "baseline: a\n");
    MeasuredForm form = MeasuredForm.of(measured, false);
    new KeptClaims(folder).keep(ClaimResult.of(measured, run(List.of(), List.of(), form)));
    String page = page(YAML + "baseline: a\n");
    assertFalse(page.contains("Changed since"), page);
    assertTrue(page.contains("Measured on a machine; commit unknown. Again: `atoll"), page);
    page =
        page(
            YAML.replace("holds: \"<= 0.5\"", "holds: \"<= 0.6\"")
                    .replace("{a: train}", "{a: train --workers 2}")
                    .replace("2..2", "1..2")
                + "baseline: a\n");
    assertTrue(page.contains("it held if: then `<= 0.5`, now `<= 0.6`"), page);
    assertTrue(page.contains("baseline: then `atoll train`, now `atoll train --workers 2`"), page);
    assertTrue(page.contains("rounds: then `2..2 for b.r`, now `1..2 for b.r`."), page);
  }

  @Test
  void theSummaryIsASentence() throws IOException {
    List<Claim> claims =
        List.of(
            claim(YAML),
            claim(YAML.replace("number: 7", "number: 8")),
            claim(YAML.replace("number: 7", "number: 9") + "cannot: \"no data\"\n"));
    String page = ClaimPage.markdown(claims, new KeptClaims(folder));
    assertTrue(page.contains("Of 3 claims 3 are not tried.\n"), page);
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
    String yaml = YAML + "gpu: {figure: load time, formula: b.x, unit: ratio, holds: '>= 1'}\n";
    Claim claim = claim(yaml);
    var kept = new KeptClaims(folder);
    assertTrue(kept.keep(ClaimResult.of(claim, run(false, 0.4))));
    assertTrue(page(yaml).contains("**Not tried**: load time. To measure it: `atoll"));
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
            List.of(),
            List.of(),
            null,
            "",
            List.of("atoll train --device cuda"));
    assertTrue(kept.keep(ClaimResult.of(claim.onGpu(), onGpu)));
    assertTrue(kept.keep(ClaimResult.of(claim, run(false, 0.3))));
    String page = page(yaml);
    assertTrue(
        page.contains("| 0.3 | **holds**; [on a GPU](#claim-7-on-a-gpu) **holds**, quick |"), page);
    assertTrue(page.contains("**Holds**: load time: 1.5 (2 seeds). It holds if >= 1."), page);
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
    assertTrue(page(yaml).contains("**Not tried**: the host draws."));
  }

  @Test
  void aResultUnderTheWrongNumberIsRefused() throws IOException {
    Json.write(run(true, 0.4), folder.resolve("08.json"));
    IOException error = assertThrows(IOException.class, () -> page(YAML));
    assertTrue(error.getMessage().contains("08.json") && error.getMessage().contains("claim 7"));
  }
}
