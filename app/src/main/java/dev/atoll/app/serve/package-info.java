/**
 * Web servers of the program, on the HTTP server of the JDK.
 *
 * <p>{@link dev.atoll.app.serve.BoundedServer} opens a server whose clients cannot hold
 * connections; {@link dev.atoll.app.serve.Access} decides which clients may read. {@link
 * dev.atoll.app.serve.TrainingMetrics} serves the figures of a training to Prometheus. The pages
 * themselves are in {@link dev.atoll.app.dashboard}.
 */
package dev.atoll.app.serve;
