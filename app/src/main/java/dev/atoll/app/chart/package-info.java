/**
 * Pages and pictures: self-contained HTML with plots in SVG.
 *
 * <p>Markup is made of {@link dev.atoll.app.chart.MarkupTag}s and is well-formed XML; each chart is
 * a class of its own that knows nothing of where its numbers come from; only {@code page.css}
 * defines colours, light and dark; {@code page.js} adds sorting, tooltips and copying to a page
 * that is readable without it.
 */
package dev.atoll.app.chart;
