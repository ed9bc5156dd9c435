package dev.atoll.comm.tcp;

import java.nio.channels.SocketChannel;

/**
 * An authenticated connection to a peer, after the {@link Handshake}.
 *
 * @param initiated whether this rank opened the connection
 * @param certificate SHA-256 digest of the peer's certificate in hexadecimal, empty without TLS
 */
record PeerSocket(SocketChannel channel, boolean initiated, String certificate) {}
