package dev.atoll.claims;

import dev.atoll.app.compare.Spread;
import java.util.Objects;

/**
 * The control of a claim about accuracy: the method switched off in the harshest way. On a graph
 * where the control is as accurate as the method, no figure of the method says anything.
 *
 * @param command the name of the command that runs the control
 * @param off the settings that switch the method off, such as {@code exchange.rate=0}
 * @param formula how far the control is from the full method, in the unit of the claim
 * @param within the claim's bound for that distance
 */
record ClaimControl(String command, String off, String formula, String within) {
  ClaimControl {
    Objects.requireNonNull(command, "command");
    Objects.requireNonNull(off, "off");
    Objects.requireNonNull(formula, "formula");
    Bound.of(Objects.requireNonNull(within, "within"));
  }

  /** Whether measured controls are all of them, with their interval, outside the bound. */
  boolean canTell(Spread distance) {
    return distance.count() >= Criterion.SEEDS && Bound.of(within).failsIn(Interval.of(distance));
  }
}
