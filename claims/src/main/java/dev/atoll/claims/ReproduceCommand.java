package dev.atoll.claims;

import dev.atoll.app.command.Commands;
import dev.atoll.app.command.option.Output;
import dev.atoll.app.screen.Screen;
import dev.atoll.claims.ClaimTrial.CommandFailedException;
import dev.atoll.files.AtomicFile;
import dev.atoll.graph.wording.Suggestion;
import dev.atoll.recipe.log.Progress;
import dev.atoll.recipe.run.RunFolder;
import dev.atoll.recipe.settings.SettingsException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the papers' claims. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures the claims of the papers, with commands of Atoll that anyone can repeat, and says"
          + " of every claim whether it holds, partly holds, does not hold, cannot be told or was"
          + " not tried.",
      "Without --claim and --paper all claims are measured."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll reproduce --list                   the claims",
      "  atoll reproduce --claim 14 --quick       one of them, on a small graph",
      "  atoll reproduce --paper bns-gcn          those of one paper, on larger graphs",
      "  atoll reproduce --claim 14 --keep        keeps the result and writes docs/claims.md again"
    })
final class ReproduceCommand implements Callable<Integer> {
  private static final String KEPT = "docs/claims";
  private static final String CPU = "cpu";
  private static final String GPU = "cuda";

  @Option(names = "--list", description = "list the claims and measure nothing")
  private boolean list;

  @Option(
      names = "--claim",
      paramLabel = "N,…",
      split = ",",
      description = "claims by number, as --list gives them")
  private List<Integer> numbers = new ArrayList<>();

  @Option(names = "--paper", paramLabel = "NAME", description = "the claims of one paper")
  private String paper;

  @Option(names = "--quick", description = "small graphs and few epochs: minutes for all claims")
  private boolean quick;

  @Option(
      names = "--counted",
      description = "leave out times: bytes, counts, scores and memory only, for a busy machine")
  private boolean counted;

  @Option(
      names = "--device",
      paramLabel = "NAME",
      description = "cuda measures the claims that have a form for a GPU")
  private String device = CPU;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      arity = "0..1",
      fallbackValue = KEPT,
      description =
          "keep a result per claim in DIR ("
              + KEPT
              + ") and write the page of all kept results, DIR.md")
  private Path kept;

  @Option(
      names = "--page",
      description = "measure nothing; write the page of the results that --keep has kept")
  private boolean page;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder for report.html, claims.md, claims.json (runs/reproduce-TIME)")
  private Path out;

  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    Screen screen = output.screen();
    List<Claim> claims = forDevice(chosen());
    if (list) {
      ClaimTable.listed(claims).show(screen);
      output.write(Map.of("claims", claims));
      return 0;
    }
    if (page) {
      screen.line("page " + writePage(kept == null ? Path.of(KEPT) : kept));
      return 0;
    }
    Path folder = out == null ? RunFolder.fresh("reproduce") : out;
    Path work = Files.createDirectories(folder.resolve("work"));
    var trial = new ClaimTrial(work, quick, counted, ReproduceCommand::run);
    List<ClaimResult> results = new ArrayList<>();
    try (Progress progress = screen.progress("measuring", "claims", claims.size())) {
      for (Claim claim : claims) {
        results.add(trial.of(claim));
        keep(results.getLast(), screen);
        progress.update(results.size(), claim.paper());
      }
    }
    Path report = ClaimReport.write(results, folder);
    ClaimTable.of(results).show(screen);
    screen.line("report " + report);
    if (kept != null) {
      screen.line("page " + writePage(kept));
    }
    output.write(ClaimReport.json(results));
    return 0;
  }

  private void keep(ClaimResult result, Screen screen) throws IOException {
    if (kept != null && !new KeptClaims(kept).keep(result)) {
      screen.remark(
          "claim %d: not kept: %s"
              .formatted(
                  result.claim(),
                  result.mean() == null
                      ? result.why()
                      : "a quick result does not replace the one of the full form"));
    }
  }

  /** Writes the page next to the folder of stored results. */
  private static Path writePage(Path kept) throws IOException {
    Path file = kept.resolveSibling(kept.getFileName() + ".md");
    List<Claim> claims = ClaimLibrary.all();
    AtomicFile.write(file, ClaimPage.markdown(claims, new KeptClaims(kept)));
    return file;
  }

  private List<Claim> chosen() {
    List<Claim> all = ClaimLibrary.all();
    List<String> papers = all.stream().map(Claim::paperKey).distinct().toList();
    if (paper != null && !papers.contains(paper)) {
      throw new SettingsException("--paper: " + Suggestion.unknown("paper", paper, papers));
    }
    for (int number : numbers) {
      if (all.stream().noneMatch(claim -> claim.number() == number)) {
        throw new SettingsException(
            "--claim: there is no claim %d; there are 1 to %d (atoll reproduce --list)"
                .formatted(number, all.getLast().number()));
      }
    }
    return all.stream()
        .filter(claim -> numbers.isEmpty() || numbers.contains(claim.number()))
        .filter(claim -> paper == null || claim.paperKey().equals(paper))
        .toList();
  }

  /** The claims in their form for the device. */
  private List<Claim> forDevice(List<Claim> claims) {
    if (device.equals(CPU)) {
      return claims;
    }
    if (!device.equals(GPU)) {
      throw new SettingsException(
          "--device: " + Suggestion.unknown("device", device, List.of(CPU, GPU)));
    }
    List<Claim> there =
        claims.stream().filter(claim -> claim.gpu() != null).map(Claim::onGpu).toList();
    if (there.isEmpty()) {
      throw new SettingsException(
          "--device cuda: none of these claims has a form for a GPU; there are forms of "
              + ClaimLibrary.all().stream()
                  .filter(claim -> claim.gpu() != null)
                  .map(claim -> Integer.toString(claim.number()))
                  .collect(Collectors.joining(", ")));
    }
    return there;
  }

  /** Runs a command as if typed, and captures its output. */
  private static void run(List<String> words) {
    var errors = new ByteArrayOutputStream();
    Screen hidden =
        Screen.plain(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            new PrintStream(errors, true, StandardCharsets.UTF_8));
    if (Commands.run(hidden, words.toArray(String[]::new)) != 0) {
      throw new CommandFailedException(
          "atoll %s: %s"
              .formatted(String.join(" ", words), errors.toString(StandardCharsets.UTF_8).strip()));
    }
  }
}
