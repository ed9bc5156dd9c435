/**
 * The datasets that commands name.
 *
 * <p>{@link dev.atoll.app.data.Datasets} opens one by name or folder. {@link
 * dev.atoll.app.data.SyntheticDataset} writes the graphs of {@code atoll generate}, {@link
 * dev.atoll.app.data.KnownGraphs} those of {@code --like}, and {@link
 * dev.atoll.app.data.TransactionTables} example tables for {@code atoll import}. File formats are
 * in module {@code formats}.
 */
package dev.atoll.app.data;
