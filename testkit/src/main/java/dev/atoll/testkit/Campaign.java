package dev.atoll.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

/**
 * A test campaign of many random cases, each of which ends in an outcome. The counts by outcome are
 * printed, and any bad one fails the test with its key.
 *
 * <pre>
 *   -Datoll.campaign.cases=2000    the number of cases; a few without
 *   -Datoll.campaign.key=KEY       the key of the first case; by default a new one, printed
 *   -Datoll.campaign.cases=1 -Datoll.campaign.key=KEY      replays one case
 * </pre>
 *
 * A build without these properties runs a few cases whose keys derive from its commit ({@link
 * CommitKeys}); with the profile {@code campaign} they are new.
 *
 * @param name for the printed table
 * @param few number of cases if none is given
 * @param limit the time limit of one case; a case that exceeds it counts as hung
 */
public record Campaign(String name, int few, Duration limit) {
  private static final String CASES = "atoll.campaign.cases";
  private static final int MOST_SHOWN = 20;

  /**
   * The end of a case.
   *
   * @param subject the object under test
   * @param text the outcome in a few words, equal for similar cases
   * @param isBad whether the outcome is a failure
   * @param detail details of this case, for its replay
   */
  public record Outcome(String subject, String text, boolean isBad, String detail) {
    public static Outcome good(String subject, String text) {
      return new Outcome(subject, text, false, "");
    }

    public static Outcome bad(String subject, String text, String detail) {
      return new Outcome(subject, text, true, detail);
    }
  }

  /** One case. */
  @FunctionalInterface
  public interface Case {
    Outcome run(RandomGenerator random) throws Exception;
  }

  /** Runs all cases; fails when an outcome is bad. */
  public void run(Case body) throws InterruptedException {
    long first = firstKey();
    int cases = Integer.getInteger(CASES, few);
    Map<String, Integer> counts = new TreeMap<>();
    List<String> bad = new ArrayList<>();
    for (long key = first; key < first + cases; key++) {
      Outcome outcome = run(body, key);
      counts.merge("%-16s %s".formatted(outcome.subject(), outcome.text()), 1, Integer::sum);
      if (outcome.isBad()) {
        String found =
            "key %d: %s: %s: %s"
                .formatted(key, outcome.subject(), outcome.text(), outcome.detail());
        System.out.println(found); // at once: a campaign may run for hours
        bad.add(found);
      }
    }
    System.out.printf("campaign %s: %d cases from key %d%n", name, cases, first);
    counts.forEach((outcome, count) -> System.out.printf("  %6d  %s%n", count, outcome));
    if (!bad.isEmpty()) {
      throw new AssertionError(
          "%d of %d cases are bad; replay one with -Datoll.campaign.cases=1 -Datoll.campaign.key=KEY%n%s"
              .formatted(
                  bad.size(),
                  cases,
                  String.join("\n", bad.subList(0, Math.min(MOST_SHOWN, bad.size())))));
    }
  }

  /** Whether a campaign was asked for, by its profile or a number of cases; not in a build. */
  public static boolean isAsked() {
    return Boolean.getBoolean("atoll.campaign") || System.getProperty(CASES) != null;
  }

  private static long firstKey() {
    Long given = Long.getLong("atoll.campaign.key");
    if (given != null) {
      return given;
    }
    return isAsked() ? new SplittableRandom().nextLong(CommitKeys.KEYS) : CommitKeys.first();
  }

  private Outcome run(Case body, long key) throws InterruptedException {
    var end = new AtomicReference<Outcome>();
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .name("campaign-" + key)
            .start(
                () -> {
                  try {
                    end.set(body.run(CommitKeys.random(key)));
                  } catch (Throwable e) { // any end of a case is an outcome
                    end.set(Outcome.bad("campaign", "the case itself failed", trace(e)));
                  }
                });
    if (!thread.join(limit)) {
      return Outcome.bad("campaign", "hang", List.of(thread.getStackTrace()).toString());
    }
    return end.get();
  }

  private static String trace(Throwable e) {
    return e + " at " + List.of(e.getStackTrace()).stream().limit(5).toList();
  }
}
