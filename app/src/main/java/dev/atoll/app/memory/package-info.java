/**
 * The memory of partitioning a graph.
 *
 * <p>{@link dev.atoll.app.memory.MemoryForecast} estimates it before the work, so that {@code atoll
 * partition} refuses a graph that cannot fit. {@link dev.atoll.app.memory.PeakMemory} measures it
 * during the work.
 */
package dev.atoll.app.memory;
