/**
 * Datasets from arrays and lists of a program: a {@link dev.atoll.graph.build.DatasetBuilder} takes
 * edges, features, labels and a split.
 */
package dev.atoll.graph.build;
