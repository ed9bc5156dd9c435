package dev.atoll.app.describe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The score of a model that knows only the classes' sizes is in the metric of the run. */
class BaselineTest {
  private static final List<String> NAMES = List.of("ok", "fraud");
  private static final List<Long> NODES = List.of(981L, 19L);

  @ParameterizedTest
  @CsvSource({
    "averagePrecision, 0.04, a constant score gives a test average precision of 1.9 %",
    "auc, 0.69, a constant score gives a test auc of 50.0 %",
    "accuracy, 0.99, always predicting class ok gives a test accuracy of 98.1 %",
    "f1Macro, 0.6, always predicting class ok gives a test f1 macro of 49.5 %"
  })
  void theMetricIsThatOfTheRun(String metric, double found, String text) {
    Baseline baseline = Baseline.of(metric, NAMES, NODES).orElseThrow();
    assertEquals(text, baseline.text(found));
    assertEquals(text + ": the model is no better", baseline.text(baseline.score()));
  }

  @ParameterizedTest
  @CsvSource({"mrr", "f1Micro"})
  void otherMetricsHaveNone(String metric) {
    assertTrue(Baseline.of(metric, NAMES, NODES).isEmpty());
  }
}
