package dev.atoll.claims;

import dev.atoll.app.compare.Spread;
import java.util.Objects;

/**
 * A further condition of a claim, beside its figure.
 *
 * @param what the value is, such as {@code rounds of a step}
 * @param formula over the JSON of the commands
 * @param unit of the value; {@code count} if left out, which compares nothing with "no difference"
 * @param holds the bound within which the condition holds
 * @param timed whether seconds are compared
 */
record ClaimCheck(String what, String formula, String unit, String holds, boolean timed) {
  ClaimCheck {
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(formula, "formula");
    unit = Objects.requireNonNullElse(unit, "count");
    Criterion.of(unit, Objects.requireNonNull(holds, "holds"), null, timed);
  }

  /** The verdict for a measured value. */
  Verdict judge(Spread value) {
    return Criterion.of(unit, holds, null, timed).judge(value);
  }
}
