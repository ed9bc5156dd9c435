/**
 * Communication between ranks.
 *
 * <p>A {@link dev.atoll.comm.Transport} carries messages: inside a process ({@code local}), over
 * TCP ({@code tcp}), or over either with the speed of an emulated network ({@code emulate}).
 * Everything else is written once on top of it: {@link dev.atoll.comm.Communicator} for collectives
 * of all ranks, {@link dev.atoll.comm.Requests} for requests of one rank to another. All messages
 * are counted once, by purpose and peer, in {@link dev.atoll.comm.Traffic}.
 *
 * <p>Ranks fail together: see {@link dev.atoll.comm.Transport} and {@link
 * dev.atoll.comm.PeerException}.
 */
package dev.atoll.comm;
