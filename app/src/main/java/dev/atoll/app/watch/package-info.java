/**
 * Runs as an observer sees them: found below some folders, and read again when their files change.
 * The dashboard draws its pages from these classes.
 *
 * <p>{@link dev.atoll.app.watch.Runs} finds the run folders, up to a few levels deep, on every
 * call; {@link dev.atoll.app.watch.WatchedRun} is the state of one run at one moment: settings,
 * epochs, result or progress, and its {@link dev.atoll.app.watch.RunStatus}. {@code MetricsLog}
 * reads each byte of a growing {@code metrics.jsonl} once, and stores a sample of the epochs of
 * long runs, so that neither memory nor pages grow with them. {@link dev.atoll.app.watch.Timelines}
 * reads recorded timelines and stores the last one.
 *
 * <p>Nothing here writes to a run folder or takes its lock. Only files that {@link
 * dev.atoll.app.watch.RunFiles} lists are read, none through a link that leaves the folder, and
 * names in requests are looked up among the runs found, never made into paths. A folder that cannot
 * be read becomes a stopped run with the reason, so that it does not hide the others.
 *
 * <p>{@code Runs} and {@code Timelines} are safe for several threads; a {@code WatchedRun} is
 * immutable.
 */
package dev.atoll.app.watch;
