package dev.atoll.app.command;

import org.junit.jupiter.api.Test;

/** Mistakes are reported before any dry run; predictions are tested beside the planner. */
class PlanCommandTest {
  @Test
  void anUnknownRecipeIsToldTheNearest() {
    Outcome.of("plan", "--recipes", "vanila").failed(2, "vanilla");
  }

  @Test
  void aMistakeInTheClusterIsNamed() {
    Outcome.of("plan", "--cluster", "cores=4,memroy=1G").failed(2, "memroy", "memory");
    Outcome.of("plan", "--cluster", "nowhere.yaml").failed(1, "nowhere.yaml");
  }

  @Test
  void aDescribedClusterCannotBeChecked() {
    Outcome.of("plan", "--check", "--cluster", "cores=4,memory=1G").failed(2, "--cluster");
  }

  @Test
  void aWrongSettingIsNamed() {
    Outcome.of("plan", "--recipes", "vanilla", "--set", "model.hiden=3").failed(2, "model.hidden");
  }

  @Test
  void aGpuThatIsNotKnownIsToldTheNearest() {
    Outcome.of("plan", "--set", "device=cuda", "--gpu", "h20").failed(2, "h200");
    Outcome.of("plan", "--gpu", "h200").failed(2, "device=cuda");
  }
}
