package dev.atoll.comm.tcp;

import java.nio.channels.SocketChannel;

/**
 * A connection whose ends know each other.
 *
 * @param called whether this rank opened it
 * @param certificate digest of the peer's certificate, empty when there is none
 */
record Link(SocketChannel channel, boolean called, String certificate) {}
