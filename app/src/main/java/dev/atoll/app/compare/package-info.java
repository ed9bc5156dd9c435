/**
 * Several recipes on the same data and the same draws, side by side.
 *
 * <p>A {@link dev.atoll.app.compare.Comparison} lists recipes, numbers of workers, seeds, settings
 * that vary. Each recipe with its settings and workers is a {@link
 * dev.atoll.app.compare.Contender}: one row of the table, one run per seed. A {@link
 * dev.atoll.app.compare.ComparisonPlan} has checked them all; a {@link
 * dev.atoll.app.compare.ComparisonRun} does the runs that its {@link
 * dev.atoll.app.compare.ComparisonFolder} does not hold yet; a {@link
 * dev.atoll.app.compare.ComparisonRow} has the results of one contender.
 */
package dev.atoll.app.compare;
