/**
 * Ranks as threads of one process.
 *
 * <p>{@link dev.atoll.comm.local.ThreadRanks} runs one thread per rank, each with a {@link
 * dev.atoll.comm.local.LocalTransport}; the ranks succeed or fail together. A message is one copy,
 * into the memory pool of the group or directly into memory that the receiver has offered; a
 * message that its sender hands over is not copied. Ranks may also offer memory for reading ({@link
 * dev.atoll.comm.SharedProcess}): the others then read it directly, and the bytes are only counted.
 */
package dev.atoll.comm.local;
