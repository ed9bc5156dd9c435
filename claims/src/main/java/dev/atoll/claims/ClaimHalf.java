package dev.atoll.claims;

import dev.atoll.app.compare.Spread;
import java.util.Objects;

/**
 * The second half of a claim, with a verdict of its own: a paper that claims speed and accuracy
 * claims two things.
 *
 * @param claim in one sentence
 * @param place the table, figure or section that has the claim
 * @param published the paper's number
 * @param figure the meaning of the measured number
 * @param formula over the JSON of the claim's commands
 * @param unit {@code ratio}, {@code percent}, {@code points}, {@code count}
 * @param holds the bound within which it holds
 * @param partly the bound within which it holds in part; null without one
 * @param timed whether seconds are compared
 * @param remark how the measurement differs from the paper's
 */
record ClaimHalf(
    String claim,
    String place,
    String published,
    String figure,
    String formula,
    String unit,
    String holds,
    String partly,
    boolean timed,
    String remark) {
  ClaimHalf {
    Objects.requireNonNull(claim, "claim");
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(published, "published");
    Objects.requireNonNull(figure, "figure");
    Objects.requireNonNull(formula, "formula");
    remark = Objects.requireNonNullElse(remark, "").strip();
    Criterion.of(unit, holds, partly, timed);
  }

  /** The verdict for measured values. */
  Verdict judge(Spread values) {
    return Criterion.of(unit, holds, partly, timed).judge(values);
  }
}
