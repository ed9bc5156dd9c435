package dev.atoll.app.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.screen.Screen;
import dev.atoll.train.event.TrainEvent.Started;
import dev.atoll.train.event.TrainEvent.StepFinished;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrainingScreenTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  private String shown(Screen screen, boolean isLarge) {
    try (var training = new TrainingScreen(screen, 3, isLarge)) {
      training.on(new Started(3, 10, 20, 30, List.of()));
      training.on(new StepFinished(0, 0));
      training.on(new StepFinished(0, 1));
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theFirstStepOnALargeGraphIsAnnouncedOnce() {
    String shown = shown(Screen.plain(stream, stream), true);
    assertEquals(1, shown.lines().filter(line -> line.startsWith("first step after ")).count());
  }

  @Test
  void stepsAreSeenWithinAnEpoch() {
    String shown = shown(new Screen(stream, stream, true, 100, false), false);
    assertTrue(shown.contains("0/3 epochs") && shown.contains("step 2"), shown);
    assertFalse(shown.contains("first step"), shown);
  }
}
