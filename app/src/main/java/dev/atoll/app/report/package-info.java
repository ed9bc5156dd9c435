/**
 * The HTML report of {@code atoll compare} and the tables it exports.
 *
 * <p>{@link dev.atoll.app.report.ComparisonReport} is the entry: it turns the result of a
 * comparison into one self-contained page, a {@code DatasetReport} per dataset, with findings,
 * tables and the {@linkplain dev.atoll.app.chart charts}. {@link dev.atoll.app.report.ReportTables}
 * writes the table as CSV, Markdown and LaTeX. Nothing here runs a training.
 */
package dev.atoll.app.report;
