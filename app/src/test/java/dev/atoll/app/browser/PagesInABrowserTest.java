package dev.atoll.app.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.app.command.Outcome;
import dev.atoll.app.dashboard.Dashboard;
import dev.atoll.app.dashboard.DashboardServer;
import dev.atoll.app.serve.Access;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages in a real browser, on a phone, a laptop and a wide screen: no column is cut off, and no
 * script or style is refused. Needs Chromium; reports if it is missing.
 */
@Timeout(180)
@Tag("slow")
class PagesInABrowserTest {
  /**
   * Everything that reaches beyond its place: the page as a whole; texts and cells beyond the box
   * that they are in, unless the box scrolls and says that there is more.
   */
  private static final String CUT_OFF =
      """
      (() => {
        const bad = [];
        const page = document.documentElement;
        if (page.scrollWidth > innerWidth + 1) {
          bad.push(`the page is ${page.scrollWidth} wide, the window ${innerWidth}`);
        }
        for (const cell of document.querySelectorAll("th, td, h1, h2, h3, p, b, button, input, svg text")) {
          const box = cell.getBoundingClientRect();
          if (box.width === 0 || cell.closest(".unseen")) {
            continue;
          }
          let around = cell.parentElement;
          while (around && getComputedStyle(around).overflowX === "visible") {
            around = around.parentElement;
          }
          const edge = around && around !== page ? around.getBoundingClientRect().right : innerWidth;
          const hint = around && around.hasAttribute("data-more")
            && getComputedStyle(around, "::before").content.includes("more");
          if ((box.right > edge + 1 || box.left < -1) && !hint) {
            bad.push(`${cell.tagName} "${cell.textContent}" ends at ${box.right}, its place at ${edge}`);
          }
        }
        return bad;
      })()
      """;

  /** Tables of runs and recipes that have to be scrolled. */
  private static final String SCROLLED =
      """
      [...document.querySelectorAll("table.rows")].map(table => table.closest(".scroll"))
        .filter(box => box.hasAttribute("data-more")).map(box => box.textContent.slice(0, 80))
      """;

  @TempDir static Path folder;

  private static DashboardServer server;
  private static Chromium chromium;

  @BeforeAll
  static void open() throws IOException {
    String program =
        Chromium.find()
            .orElseGet(
                () ->
                    abort(
                        "no Chromium on the path: pages are not tried in a browser"
                            + " (Debian: apt-get install chromium)"));
    Path runs = folder.resolve("runs");
    Outcome.of(
            "train",
            "--preset=none",
            "--quiet",
            "--recipe=vanilla",
            "--workers=3",
            "--epochs=4",
            "--set=model.hidden=8",
            "--timeline",
            "--out=" + runs.resolve("a-run-with-a-rather-long-name-20261116-101112"))
        .succeeded();
    Outcome.of(
            "compare",
            "--recipes=distdgl,fastsample,bns-gcn,sancus-h",
            "--workers=2",
            "--seeds=2",
            "--epochs=2",
            "--set=model.hidden=8",
            "--set=batch=64",
            "--quiet",
            "--out=" + runs.resolve("comparison"))
        .succeeded();
    server = DashboardServer.start(new Dashboard(List.of(runs)), Access.local(), 0);
    Path export = folder.resolve("export.html");
    new Dashboard(List.of(runs)).export(export);
    chromium = Chromium.start(program, folder.resolve("profile"));
    chromium.watchMessages();
  }

  @AfterAll
  static void close() throws IOException {
    if (chromium != null) {
      chromium.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private static List<URI> pages() {
    URI home = server.address();
    List<URI> pages = new ArrayList<>();
    for (String path :
        List.of(
            "/",
            "/run/a-run-with-a-rather-long-name-20261116-101112",
            "/compare?"
                + "run=comparison%2Fruns%2F"
                + String.join("&run=comparison%2Fruns%2F", runNames()),
            "/nothing")) {
      pages.add(home.resolve(path));
    }
    pages.add(folder.resolve("export.html").toUri());
    pages.add(folder.resolve("runs/comparison/report.html").toUri());
    return pages;
  }

  private static List<String> runNames() {
    try (var runs = Files.list(folder.resolve("runs/comparison/runs"))) {
      return runs.map(run -> run.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void noColumnIsCutOffAndNothingIsRefused() throws Exception {
    List<String> wrong = new ArrayList<>();
    String pictures = System.getProperty("atoll.pictures");
    for (int width : new int[] {390, 1300, 1920}) {
      int number = 0;
      for (URI page : pages()) {
        chromium.open(page, width);
        chromium.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)");
        chromium.settle();
        String where = width + " px, " + page + ": ";
        add(wrong, where + "cut off: ", chromium.evaluate(CUT_OFF));
        add(wrong, where + "scrolled: ", chromium.evaluate(SCROLLED));
        add(wrong, where + "refused: ", chromium.evaluate("window.refused"));
        if (pictures != null) {
          chromium.picture(Path.of(pictures, width + "-" + number++ + ".png"));
        }
      }
    }
    assertEquals(List.of(), wrong, () -> String.join("\n", wrong));
  }

  private static void add(List<String> wrong, String where, JsonNode found) {
    found.forEach(one -> wrong.add(where + one.asText()));
  }

  /** The first run is on the first screen of a phone, below one row of headings that scrolls. */
  @Test
  void headingsOnAPhoneTakeOneRow() throws Exception {
    chromium.open(server.address(), 390);
    String rows =
        "new Set([...document.querySelectorAll('#runs th')].map(th => th.getBoundingClientRect())"
            + ".filter(box => box.width > 0).map(box => Math.round(box.top))).size";
    assertEquals(1, chromium.evaluate(rows).asInt());
  }

  @Test
  void theListIsFilteredAndSorted() throws Exception {
    chromium.open(server.address(), 1300);
    String shown =
        "[...document.querySelectorAll('#runs tbody tr')].filter(row => !row.hidden)"
            + ".map(row => row.cells[1].textContent)";
    int all = chromium.evaluate(shown).size();
    assertEquals(9, all);
    chromium.evaluate(
        "filter.value = 'BNS-gcn comparison'; filter.dispatchEvent(new Event('input', {bubbles:"
            + " true}))");
    JsonNode some = chromium.evaluate(shown);
    assertEquals(2, some.size(), some.toString());
    assertTrue(some.get(0).asText().contains("bns-gcn"), some.toString());
    assertEquals("2 of 9", chromium.evaluate("matches.textContent").asText());
    chromium.evaluate(
        "filter.value = ''; filter.dispatchEvent(new Event('input', {bubbles: true}))");
    chromium.evaluate("document.querySelectorAll('#runs th')[1].click()");
    List<String> names = new ArrayList<>();
    chromium.evaluate(shown).forEach(name -> names.add(name.asText()));
    assertEquals(names.stream().sorted(String::compareToIgnoreCase).toList(), names);
  }
}
