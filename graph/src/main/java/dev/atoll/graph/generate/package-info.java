/**
 * Synthetic graphs with features, labels and splits, for tests, benchmarks and first steps.
 *
 * <table>
 * <caption>Which one to take</caption>
 * <tr><td>{@link dev.atoll.graph.generate.Profile}</td><td>imitations of well-known datasets, at any
 * scale</td></tr>
 * <tr><td>{@link dev.atoll.graph.generate.BlockModel}</td><td>communities, hubs and classes, all to be
 * set</td></tr>
 * <tr><td>{@link dev.atoll.graph.generate.Rmat}</td><td>extreme hubs</td></tr>
 * <tr><td>{@link dev.atoll.graph.generate.Grid}</td><td>no hubs, long distances</td></tr>
 * <tr><td>{@link dev.atoll.graph.generate.AnchorGraph}</td><td>the graph on which speeds are
 * compared</td></tr>
 * </table>
 *
 * <p>All are {@link dev.atoll.graph.generate.SyntheticGraph}s: pure functions of their settings and
 * seed, whatever the number of threads, with rows that can be asked for in any order.
 *
 * <pre>{@code
 * try (Dataset products = Profile.named("products").scaled(0.01, 1).inMemory(threads)) { … }
 * }</pre>
 */
package dev.atoll.graph.generate;
