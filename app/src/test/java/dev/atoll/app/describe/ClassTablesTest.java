package dev.atoll.app.describe;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.app.screen.Screen;
import dev.atoll.graph.DatasetNames;
import dev.atoll.graph.Labels;
import dev.atoll.train.event.Scores;
import dev.atoll.train.metric.ClassReport;
import dev.atoll.train.metric.Decision;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClassTablesTest {
  private static final double[] FRAUD = {0.1, 0.45, 0.3, 0.6};
  private static final Labels.Single LABELS =
      new Labels.Single(4, 2, MemorySegment.ofArray(new int[] {0, 1, 0, 1}));

  @Test
  void theAccuracyOfTheDecisionRuleStandsBesideThatOfTheLikeliestClass() {
    String shown = shown(new Decision(1, 0.4));
    assertTrue(
        shown.contains(
            "'fraud' is predicted from a probability of 0.400 on: test accuracy 100.0 % by that"
                + " rule"),
        shown);
    assertTrue(shown.contains("the accuracy further up is of the likelier class"), shown);
    assertFalse(shown(Decision.LIKELIEST).contains("is predicted from"));
  }

  private static String shown(Decision decision) {
    ClassReport report =
        ClassReport.of(
            new int[] {0, 1, 2, 3},
            LABELS,
            (node, label) -> label == 1 ? FRAUD[node] : 1 - FRAUD[node],
            decision);
    var bytes = new ByteArrayOutputStream();
    var stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    new ClassTables(report, new DatasetNames(List.of(), List.of("ok", "fraud")))
        .show(new Scores(4, Map.of(Scores.ACCURACY, 0.75)), decision, Screen.plain(stream, stream));
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
