package dev.atoll.app.campaign;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.command.Outcome;
import dev.atoll.testkit.Campaign;
import dev.atoll.testkit.Int64Twin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random runs, each trained twice, the second time with other values of settings that must not
 * change a result: threads, engine, topology, schedule, placement, checkpoints, the width of
 * indices and so on. Weights, losses and scores are the same bits, or the settings are refused.
 * With {@code -Pcampaign} as many as {@link Campaign} is told, with {@code -Pslow} a few.
 */
@Tag("campaign")
@Tag("slow")
class SettingsCampaignTest {
  private static final Campaign CAMPAIGN = new Campaign("settings", 12, Duration.ofMinutes(5));
  private static final String[] RESULT = {
    "weightsSha256", "loss", "bestEpoch", "train", "validation", "test"
  };

  @TempDir private Path folder;

  private int tried;
  private int compared;

  @Test
  void settingsThatMustNotMatterDoNot() throws InterruptedException {
    CAMPAIGN.run(this::outcome);
    assertTrue(tried < 10 || compared > tried / 4, compared + " of " + tried + " runs compared");
  }

  private Campaign.Outcome outcome(RandomGenerator random) throws IOException {
    var one = SettingsCase.of(random);
    tried++;
    Path place = Files.createTempDirectory(folder, "case");
    try {
      List<String> generate = new ArrayList<>(one.data());
      Path data = place.resolve("data");
      generate.addAll(List.of("--out", data.toString()));
      Outcome.of(generate.toArray(String[]::new)).succeeded();
      Typed expected = train(one.run(), Map.of(), data, place.resolve("one"));
      if (expected.result() == null) {
        return isBug(expected.outcome())
            ? Campaign.Outcome.bad("run", "BUG", one + ": " + expected.outcome().err())
            : Campaign.Outcome.good("run", "refused");
      }
      Path read = one.widened() ? Int64Twin.of(data, place.resolve("twin")) : data;
      Typed found = train(one.run(), one.changes(), read, place.resolve("other"));
      if (found.result() == null) {
        return refused(one, found.outcome());
      }
      compared++;
      return found.result().equals(expected.result())
          ? Campaign.Outcome.good("settings", "same bits")
          : Campaign.Outcome.bad(
              "settings",
              "DIFFERENT",
              "%s: %s instead of %s".formatted(one, found.result(), expected.result()));
    } finally {
      Folders.delete(place);
    }
  }

  private static Typed train(
      Map<String, String> run, Map<String, String> changes, Path data, Path out)
      throws IOException {
    List<String> line = new ArrayList<>(List.of("train", "--quiet", "--json", "-"));
    line.addAll(List.of("--preset", "none", "--data", data.toString(), "--out", out.toString()));
    run.forEach((key, value) -> line.addAll(List.of("--set", key + "=" + value)));
    changes.forEach((key, value) -> line.addAll(List.of("--set", key + "=" + value)));
    return Typed.of(line, RESULT);
  }

  private static boolean isBug(Outcome outcome) {
    return outcome.err().contains("bug in Atoll") || outcome.err().contains("\tat ");
  }

  /** Changes that contradict the run, or have no effect on it, are refused with exit code 2. */
  private static Campaign.Outcome refused(SettingsCase one, Outcome outcome) {
    if (isBug(outcome)) {
      return Campaign.Outcome.bad("change", "BUG", one + ": " + outcome.err());
    }
    return outcome.code() == 2
        ? Campaign.Outcome.good("change", "refused")
        : Campaign.Outcome.bad("change", "FAILED", one + ": " + outcome.err());
  }
}
