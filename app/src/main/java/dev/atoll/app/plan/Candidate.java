package dev.atoll.app.plan;

import dev.atoll.app.compare.Comparison;
import dev.atoll.app.compare.Contender;
import dev.atoll.recipe.engine.TrainingRun;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import java.util.ArrayList;
import java.util.List;

/**
 * A recipe whose cost is predicted.
 *
 * @param label the recipe, with settings of its own
 */
public record Candidate(String label, Settings settings) {
  /**
   * The contenders of a comparison, with its first seed. A recipe that does not support this number
   * of workers gets its own number.
   */
  public static List<Candidate> of(Comparison comparison) {
    List<Candidate> candidates = new ArrayList<>();
    for (Contender contender : comparison.contenders()) {
      Candidate candidate = of(contender, comparison);
      if (candidates.stream().noneMatch(candidate::isSame)) {
        candidates.add(candidate);
      }
    }
    return candidates;
  }

  private static Candidate of(Contender contender, Comparison comparison) {
    try {
      return checked(contender, comparison);
    } catch (SettingsException _) {
      return checked(contender.withOwnWorkers(), comparison);
    }
  }

  private static Candidate checked(Contender contender, Comparison comparison) {
    Settings settings = contender.settings(comparison.shared(), comparison.seeds().getFirst());
    return new Candidate(contender.label(), TrainingRun.of(settings).settings());
  }

  private boolean isSame(Candidate other) {
    return label.equals(other.label) && settings.asMap().equals(other.settings.asMap());
  }
}
