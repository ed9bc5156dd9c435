package dev.atoll.recipe.engine;

import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.train.event.TrainEvent;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes a worker halt after a step, for tests of failures: {@code ATOLL_CRASH=rank:epoch:step},
 * each counted from 0.
 */
record InjectedCrash(int epoch, int step) implements TrainEvent.Listener {
  private static final String VARIABLE = "ATOLL_CRASH";
  private static final Pattern FORM = Pattern.compile("(\\d+):(\\d+):(\\d+)");
  private static final int KILLED = 137;
  private static final InjectedCrash NEVER = new InjectedCrash(-1, -1);

  static InjectedCrash ofEnvironment(int rank) {
    String value = System.getenv(VARIABLE);
    if (value == null || value.isBlank()) {
      return NEVER;
    }
    Matcher form = FORM.matcher(value);
    if (!form.matches()) {
      throw new SettingsException(
          VARIABLE + " cannot be '" + value + "': expected rank:epoch:step, such as 1:3:0");
    }
    return Integer.parseInt(form.group(1)) == rank
        ? new InjectedCrash(Integer.parseInt(form.group(2)), Integer.parseInt(form.group(3)))
        : NEVER;
  }

  @Override
  public void on(TrainEvent event) {
    if (event instanceof TrainEvent.StepFinished done
        && done.epoch() == epoch
        && done.step() == step) {
      Runtime.getRuntime().halt(KILLED);
    }
  }
}
