/**
 * The output of {@code atoll partition}.
 *
 * <p>{@link dev.atoll.app.partition.Cut} holds a partitioned dataset with its measurements; {@link
 * dev.atoll.app.partition.CutDescription} shows it as tables and as the JSON of {@link
 * dev.atoll.app.partition.CutResult}; {@link dev.atoll.app.partition.QuotientPicture} draws it.
 * Partitioners are in module {@code graph}, the estimate of memory in {@link dev.atoll.app.memory}.
 */
package dev.atoll.app.partition;
