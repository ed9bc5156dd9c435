/**
 * The page of a comparison, {@link dev.atoll.app.report.ComparisonReport}: one HTML file made of
 * the {@linkplain dev.atoll.app.chart charts}.
 */
package dev.atoll.app.report;
