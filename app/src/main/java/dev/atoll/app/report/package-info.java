/**
 * Results as a page: one HTML file that needs nothing but a browser, with plots in SVG.
 *
 * <p>{@link dev.atoll.app.report.ComparisonReport} is the page of a comparison. Its markup is made
 * of {@code Tag}s and is well-formed XML; each chart is a class of its own that knows nothing of
 * comparisons; colours live in {@code report.css} alone, which has a light and a dark half; {@code
 * report.js} adds sorting, tooltips and copying to a page that is readable without it.
 */
package dev.atoll.app.report;
