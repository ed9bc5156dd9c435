package dev.atoll.claims;

import dev.atoll.recipe.run.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder of measured claims, {@code 14.json} for claim 14, {@code 22-cuda.json} for the form of
 * claim 22 for a GPU, that persists, so that claims can be measured at different times, on
 * different machines.
 */
public final class KeptClaims {
  private final Path folder;

  public KeptClaims(Path folder) {
    this.folder = folder;
  }

  /**
   * Stores a result in place of an earlier one. A quick result does not replace a full one, and
   * failed or skipped trials are not stored, because another machine may have the data or a GPU.
   *
   * @return whether it is stored
   */
  public boolean keep(ClaimResult result) throws IOException {
    Files.createDirectories(folder);
    ClaimRun run = result.run();
    Path file = file(run);
    boolean worse = run.quick() && Files.exists(file) && !read(file).quick();
    boolean kept = !worse && run.failure().isEmpty() && !run.isEmpty();
    if (kept) {
      Json.write(run, file);
    }
    return kept;
  }

  /** A result for every claim, including claims that were never measured. */
  public List<ClaimResult> results(List<Claim> claims) throws IOException {
    return results(claims, false);
  }

  /** The results of all claims that have a form for a GPU, in that form, by number. */
  public Map<Integer, ClaimResult> resultsOnGpu(List<Claim> claims) throws IOException {
    List<Claim> forms =
        claims.stream().filter(claim -> claim.gpu() != null).map(Claim::onGpu).toList();
    return results(forms, true).stream()
        .collect(Collectors.toMap(ClaimResult::claim, Function.identity()));
  }

  private List<ClaimResult> results(List<Claim> claims, boolean onGpu) throws IOException {
    Map<Integer, ClaimRun> runs = runs(onGpu);
    return claims.stream()
        .map(
            claim -> {
              ClaimRun run = runs.getOrDefault(claim.number(), ClaimRun.none(claim.number()));
              return ClaimResult.of(claim, run);
            })
        .toList();
  }

  private Map<Integer, ClaimRun> runs(boolean onGpu) throws IOException {
    Map<Integer, ClaimRun> runs = new TreeMap<>();
    if (!Files.isDirectory(folder)) {
      return runs;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".json")).toList()) {
        ClaimRun run = read(file);
        if (!file.equals(file(run))) {
          throw new IOException(
              file + ": expected the result of another claim, found claim " + run.claim());
        }
        if (run.onGpu() == onGpu) {
          runs.put(run.claim(), run);
        }
      }
    }
    return runs;
  }

  private static ClaimRun read(Path file) throws IOException {
    return Json.read(file, ClaimRun.class);
  }

  private Path file(ClaimRun run) {
    return folder.resolve("%02d%s.json".formatted(run.claim(), run.onGpu() ? "-cuda" : ""));
  }
}
