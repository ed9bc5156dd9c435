/**
 * Runs in a browser, while they go on and afterwards.
 *
 * <p>{@link dev.atoll.app.dashboard.Dashboard} makes pages from the folders of runs; a {@code
 * PageParts} is a page at one moment, in parts. {@link dev.atoll.app.dashboard.DashboardServer}
 * serves pages and sends the parts that change: pictures are drawn here, as for every other page,
 * and the browser only puts them in their place.
 */
package dev.atoll.app.dashboard;
