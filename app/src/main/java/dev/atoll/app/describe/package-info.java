/**
 * The output of {@code atoll info}.
 *
 * <p>Each class describes one kind of thing: a dataset, a run, a folder of shards, a file of
 * weights, the tables of an import, or the known names. A {@link
 * dev.atoll.app.describe.Description} holds tables for people and JSON for programs; the command
 * only prints it. {@link dev.atoll.app.describe.ScoreTable} and {@link
 * dev.atoll.app.describe.ClassTables} also show the scores of {@code train} and {@code evaluate}.
 */
package dev.atoll.app.describe;
