package dev.atoll.app.pinned;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atoll.app.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A training run whose outcome is recorded.
 *
 * @param settings settings in which it differs from {@link #COMMON}, as {@code key=value},
 *     separated by spaces
 */
record PinnedRun(String settings) {
  /**
   * Settings of every run: small, and by kernels in plain Java, whose results depend neither on the
   * processor nor on native libraries.
   */
  private static final String COMMON =
      "data="
          + PinnedData.COMMUNITIES
          + " preset=none epochs=3 threads=1 kernels=reference gemm=reference deadline=600"
          + " heartbeat=0 model.hidden=8 model.heads=2 batch=16 fanouts=4,3 sampler.size=40"
          + " sampler.clusters=12 sampler.clustersPerStep=2 explain.every=2 explain.epochs=3";

  /**
   * Trains.
   *
   * @param datasets the folder of {@link PinnedData}
   * @param engine as in {@code engine=threads}
   * @param folder the run folder to write
   */
  PinnedOutcome train(Path datasets, String engine, Path folder) throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    put(COMMON, all);
    put(settings, all);
    all.computeIfPresent("data", (_, name) -> found(datasets, name));
    all.put("engine", engine);
    String config = config(all, folder.resolveSibling(folder.getFileName() + ".yaml"));
    JsonNode report =
        Outcome.of("train", "--json", "-", "--out", "" + folder, "--config", config)
            .succeeded()
            .json();
    return PinnedOutcome.of(report);
  }

  /** Settings go through a file, which may hold some that a recipe does not read. */
  private static String config(Map<String, String> settings, Path file) throws IOException {
    StringBuilder lines = new StringBuilder();
    settings.forEach((key, value) -> lines.append("%s: '%s'%n".formatted(key, value)));
    return Files.writeString(file, lines).toString();
  }

  /** The dataset's folder; a dataset without one comes with Atoll. */
  private static String found(Path datasets, String name) {
    Path folder = datasets.resolve(name);
    return Files.exists(folder) ? folder.toString() : name;
  }

  private static void put(String settings, Map<String, String> all) {
    for (String setting : settings.split(" ", -1)) {
      int equals = setting.indexOf('=');
      all.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
  }

  @Override
  public String toString() {
    return settings;
  }
}
