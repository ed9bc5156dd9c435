package dev.atoll.claims;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.atoll.recipe.result.Build;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The criterion, baseline and build with which a result was measured, kept with it: a criterion
 * that changes afterwards is then seen on the page.
 *
 * @param figure the meaning of the measured number
 * @param formula over the JSON of the commands
 * @param holds the bound within which the claim holds
 * @param partly the wider bound; null without one
 * @param conditions the bounds and formulas of further conditions, of the control and of the second
 *     half, by their meaning
 * @param baseline the command of the first seed that the figure is compared with; null without one
 * @param commit the build that measured it
 */
@JsonInclude(Include.NON_NULL)
record MeasuredForm(
    String figure,
    String formula,
    String holds,
    String partly,
    Map<String, String> conditions,
    String baseline,
    String commit) {
  /** The form of a claim as it is now, for this build. */
  static MeasuredForm of(Claim claim, boolean quick) {
    Map<String, String> conditions = new LinkedHashMap<>();
    claim
        .checks()
        .forEach(check -> conditions.put(check.what(), bound(check.holds(), check.formula())));
    ClaimControl control = claim.control();
    if (control != null) {
      conditions.put("control, " + control.off(), bound(control.within(), control.formula()));
    }
    ClaimHalf half = claim.half();
    if (half != null) {
      conditions.put(half.figure(), bound(half.holds(), half.formula()));
    }
    String baseline =
        claim.baseline() == null
            ? null
            : ClaimTrial.typed(claim, claim.baseline(), quick, Path.of(ClaimTrial.WORK));
    return new MeasuredForm(
        claim.figure(),
        claim.formula(),
        claim.holds(),
        claim.partly(),
        conditions,
        baseline,
        Build.commit());
  }

  private static String bound(String holds, String formula) {
    return "%s for %s".formatted(holds, formula);
  }

  /** Whether results of another form are figures of this one. */
  boolean measures(MeasuredForm other) {
    return formula.equals(other.formula);
  }

  /** The changes from this form to a later one, one sentence each; none in the commit. */
  List<String> changesTo(MeasuredForm now) {
    List<String> changes = new ArrayList<>();
    change(changes, "the figure", figure, now.figure);
    change(changes, "the formula", formula, now.formula);
    change(changes, "it held if", holds, now.holds);
    change(changes, "it held in part if", partly, now.partly);
    change(changes, "the baseline", baseline, now.baseline);
    conditions.forEach((what, bound) -> change(changes, what, bound, now.conditions.get(what)));
    now.conditions.forEach(
        (what, bound) -> {
          if (!conditions.containsKey(what)) {
            change(changes, what, null, bound);
          }
        });
    return changes;
  }

  private static void change(List<String> changes, String what, String then, String now) {
    if (!Objects.equals(then, now)) {
      changes.add("%s: then %s, now %s".formatted(what, quoted(then), quoted(now)));
    }
  }

  private static String quoted(String text) {
    return text == null ? "nothing" : "`" + text + "`";
  }
}
