package dev.atoll.app.campaign;

import dev.atoll.app.campaign.KillCase.Fault;
import dev.atoll.app.command.Outcome;
import dev.atoll.testkit.Campaign;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs that are killed at random moments: they resume to the bits of an undisturbed run, end soon,
 * and leave neither processes nor files. With {@code -Pcampaign} as many as {@link Campaign} is
 * told, with {@code -Pslow} a few.
 */
@Tag("campaign")
@Tag("slow")
class KillCampaignTest {
  private static final Duration LIMIT = Duration.ofMinutes(15);

  @TempDir private Path folder;

  @Test
  void runsOfThisProcessThatAreCancelled() throws Exception {
    campaign("cancelled runs", 6, false);
  }

  @Test
  void processesThatGetSignals() throws Exception {
    campaign("killed processes", 6, true);
  }

  private void campaign(String name, int few, boolean processes) throws Exception {
    var runs = new KilledRuns(folder, data());
    try {
      new Campaign(name, few, LIMIT).run(random -> outcome(runs, KillCase.of(random, processes)));
    } finally {
      System.out.printf(
          "  %s%n  slowest end after a fault: %.1f s; after a stop during the start: %.1f s%n",
          runs.struck(), runs.slowestSeconds(), runs.slowestStartSeconds());
    }
  }

  private static Campaign.Outcome outcome(KilledRuns runs, KillCase one) throws Exception {
    KilledRuns.Ended ended =
        one.strikes().getFirst().fault() == Fault.CANCEL ? runs.cancel(one) : runs.kill(one);
    return new Campaign.Outcome(
        one.engine().name(), ended.how().name(), ended.how().isBad(), one + ": " + ended);
  }

  private Path data() throws IOException {
    Path data = folder.resolve("data");
    Outcome.of(
            ("generate --kind sbm --nodes 300 --edges 1200 --communities 4 --features 8 --classes 4"
                    + " --out "
                    + data)
                .split(" ", -1))
        .succeeded();
    return data;
  }
}
