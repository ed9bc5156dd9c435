/**
 * An emulated network of a given speed and latency, over any transport.
 *
 * <p>{@link dev.atoll.comm.emulate.EmulatedNetwork} delays every message as a network of a {@link
 * dev.atoll.comm.emulate.NetworkSpeed} would: each rank has one interface, shared by its messages
 * to all peers. It sends a copy of the payload later, by one {@code DelayedSender} per peer. It is
 * used to measure training on one machine as if its ranks were joined by a slow network; the
 * transport below must be faster than the emulated one.
 */
package dev.atoll.comm.emulate;
