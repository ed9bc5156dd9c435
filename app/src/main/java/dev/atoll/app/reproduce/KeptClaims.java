package dev.atoll.app.reproduce;

import dev.atoll.recipe.run.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A folder of measured claims, {@code 14.json} for claim 14, that outlives the runs: claims may be
 * measured at different times, on different machines.
 */
public final class KeptClaims {
  private final Path folder;

  public KeptClaims(Path folder) {
    this.folder = folder;
  }

  /**
   * Keeps a result in place of an earlier one. A quick one does not replace one of the full form,
   * and nothing is kept of a trial that failed: another machine may have the data.
   *
   * @return whether it is kept
   */
  public boolean keep(ClaimResult result) throws IOException {
    Files.createDirectories(folder);
    Path file = file(result.claim());
    boolean worse = result.run().quick() && Files.exists(file) && !read(file).quick();
    boolean kept = !worse && result.run().failure().isEmpty();
    if (kept) {
      Json.write(result.run(), file);
    }
    return kept;
  }

  /** A result for every claim; one that was never measured says so. */
  public List<ClaimResult> results(List<Claim> claims) throws IOException {
    Map<Integer, ClaimRun> runs = runs();
    return claims.stream()
        .map(
            claim -> {
              ClaimRun run = runs.getOrDefault(claim.number(), ClaimRun.none(claim.number()));
              return ClaimResult.of(claim, run);
            })
        .toList();
  }

  private Map<Integer, ClaimRun> runs() throws IOException {
    Map<Integer, ClaimRun> runs = new TreeMap<>();
    if (!Files.isDirectory(folder)) {
      return runs;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".json")).toList()) {
        ClaimRun run = read(file);
        if (!file.equals(file(run.claim()))) {
          throw new IOException(
              file + ": expected the result of another claim, found claim " + run.claim());
        }
        runs.put(run.claim(), run);
      }
    }
    return runs;
  }

  private static ClaimRun read(Path file) throws IOException {
    return Json.read(file, ClaimRun.class);
  }

  private Path file(int claim) {
    return folder.resolve("%02d.json".formatted(claim));
  }
}
