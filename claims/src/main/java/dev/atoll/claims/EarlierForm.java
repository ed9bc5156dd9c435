package dev.atoll.claims;

import java.util.Objects;

/**
 * A former form of a claim's measurement, which was replaced after a result was known.
 *
 * @param commit the last commit with this form, or with its result
 * @param date of the result
 * @param metric the figure that was judged
 * @param baseline the run it was compared with
 * @param graph the dataset
 * @param criterion the bounds
 * @param result the measured figure, and its verdict
 * @param reason why the form was replaced
 */
record EarlierForm(
    String commit,
    String date,
    String metric,
    String baseline,
    String graph,
    String criterion,
    String result,
    String reason) {
  EarlierForm {
    Objects.requireNonNull(commit, "commit");
    Objects.requireNonNull(date, "date");
    Objects.requireNonNull(metric, "metric");
    Objects.requireNonNull(baseline, "baseline");
    Objects.requireNonNull(graph, "graph");
    Objects.requireNonNull(criterion, "criterion");
    Objects.requireNonNull(result, "result");
    Objects.requireNonNull(reason, "reason");
  }
}
