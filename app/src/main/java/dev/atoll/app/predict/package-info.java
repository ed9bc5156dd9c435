/**
 * The output of {@code atoll predict}: a row per node, or a score per pair of nodes.
 *
 * <p>{@link dev.atoll.app.predict.TrainedRun} loads a finished run onto a device, {@link
 * dev.atoll.app.predict.PredictionKind} says which numbers are computed, and {@link
 * dev.atoll.app.predict.PredictionFile} writes them as CSV, NumPy or Parquet. Every file uses the
 * user's own ids, also the lists of nodes and pairs that are read ({@link
 * dev.atoll.app.predict.NodeList}, {@link dev.atoll.app.predict.PairFile}).
 */
package dev.atoll.app.predict;
