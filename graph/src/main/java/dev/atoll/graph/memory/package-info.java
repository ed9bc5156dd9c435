/**
 * Native memory for inner loops.
 *
 * <p>{@link dev.atoll.graph.memory.RawMemory} reads and writes native memory by address, without
 * checks of bounds or scope: callers check memory once where its address is taken. {@link
 * dev.atoll.graph.memory.GrowingBuffer} is memory that is reused by batches and grows if needed,
 * which changes its address. {@link dev.atoll.graph.memory.HashIds} and {@link
 * dev.atoll.graph.memory.SharedHashIds} number nodes in the order of their first appearance, by
 * hash maps in such buffers; the second one is for several threads and gives the same numbers for
 * any number of them.
 */
package dev.atoll.graph.memory;
