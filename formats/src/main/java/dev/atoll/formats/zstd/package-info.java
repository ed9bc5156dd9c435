/**
 * Zstandard (RFC 8878), unpacking only: a frame is blocks, a block is literals (Huffman coded) and
 * sequences (coded by finite state machines) that mix them with copies of what came before.
 */
package dev.atoll.formats.zstd;
