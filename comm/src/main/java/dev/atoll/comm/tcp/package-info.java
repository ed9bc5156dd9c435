/**
 * Ranks in processes of their own, joined by TCP.
 *
 * <p>A rank opens an {@link dev.atoll.comm.tcp.Endpoint}, learns the others' addresses (from a
 * {@link dev.atoll.comm.tcp.Rendezvous}, or as a list), and connects to all of them. Every
 * connection begins with a {@code Handshake} in which both ends prove that they know the run's
 * secret; from then on it carries frames (see {@code TcpFrame} for the picture), encrypted by TLS
 * if wanted.
 */
package dev.atoll.comm.tcp;
