/** Evaluation on validation and test data, and its metrics. */
package dev.atoll.train.evaluate;
