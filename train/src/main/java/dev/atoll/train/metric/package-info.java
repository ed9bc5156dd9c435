/**
 * Metrics of predictions: area under the ROC curve, average precision, F1, discounted gain.
 *
 * <p>{@link dev.atoll.train.metric.Metrics} has the functions, as scikit-learn and OGB define them,
 * {@link dev.atoll.train.metric.ClassReport} the scores of each class, and {@link
 * dev.atoll.train.metric.Decision} the threshold for two classes. NaN has no rank: it throws a
 * {@link dev.atoll.train.metric.NanScoreException}.
 */
package dev.atoll.train.metric;
