/**
 * Bytes between ranks.
 *
 * <p>A {@link dev.atoll.comm.Transport} carries messages: inside a process ({@code local}), over
 * TCP ({@code tcp}), or over either with the speed of a described network ({@code emulate}).
 * Everything else is written once on top of it: {@link dev.atoll.comm.Communicator} for what all
 * ranks do together, {@link dev.atoll.comm.Requests} for what one rank wants of another. Whatever
 * is sent is counted once, by purpose and peer, in {@link dev.atoll.comm.Traffic}.
 *
 * <p>Ranks fail together: see {@link dev.atoll.comm.Transport} and {@link
 * dev.atoll.comm.PeerException}.
 */
package dev.atoll.comm;
