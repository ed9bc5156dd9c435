package dev.atoll.claims;

import dev.atoll.app.compare.Spread;
import java.util.Objects;

/**
 * A further condition of a claim, beside its figure.
 *
 * @param what the value is, such as {@code rounds of a step}
 * @param formula over the JSON of the commands
 * @param holds the bound within which the condition holds
 * @param timed whether seconds are compared
 */
record ClaimCheck(String what, String formula, String holds, boolean timed) {
  ClaimCheck {
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(formula, "formula");
    Bound.of(Objects.requireNonNull(holds, "holds"));
  }

  /** The verdict for a measured value. */
  Judgement judge(Spread value) {
    return Judgement.of(value, Bound.of(holds), null, timed);
  }
}
