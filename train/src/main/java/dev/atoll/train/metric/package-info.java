/** Scores of predictions: area under the ROC curve, average precision, F1, discounted gain. */
package dev.atoll.train.metric;
