/**
 * Runs in a browser, during and after training.
 *
 * <p>{@link dev.atoll.app.dashboard.Dashboard} makes pages from the folders of runs; a {@code
 * PageParts} is a page at one moment, in sections. {@link dev.atoll.app.dashboard.DashboardServer}
 * serves pages and sends the sections that change: the server draws all pictures, and the browser
 * only replaces sections.
 */
package dev.atoll.app.dashboard;
