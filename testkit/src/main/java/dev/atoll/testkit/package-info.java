/**
 * Tools for the tests of all modules.
 *
 * <p>{@link dev.atoll.testkit.Randomly} runs property tests and {@link dev.atoll.testkit.Campaign}
 * runs many random cases with a table of outcomes; both print the key that replays a failed case.
 * {@link dev.atoll.testkit.Allocation} measures allocated memory, {@link dev.atoll.testkit.Await}
 * polls for a condition, {@link dev.atoll.testkit.ChildJvm} and {@link
 * dev.atoll.testkit.JavaProcess} run child processes, {@link dev.atoll.testkit.Wiretap} records a
 * connection, and {@link dev.atoll.testkit.Int64Twin} makes a copy of a dataset folder with 64-bit
 * indices.
 */
package dev.atoll.testkit;
