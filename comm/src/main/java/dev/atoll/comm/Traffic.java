package dev.atoll.comm;

import java.util.Arrays;

/**
 * The traffic that one rank has sent: payload bytes and messages by purpose and peer, and rounds by
 * purpose. Bytes of headers and encryption are not counted, so that counts are the same over every
 * transport.
 *
 * <pre>{@code
 * Traffic before = transport.traffic();
 * …
 * long sent = transport.traffic().minus(before).bytes(Purpose.BOUNDARY);
 * }</pre>
 */
public final class Traffic {
  private final int size;
  private final long[] bytes;
  private final long[] messages;
  private final long[] rounds;

  /**
   * Traffic from arrays whose counts are at index {@code purpose · size + peer}; the arrays are not
   * copied.
   */
  public Traffic(int size, long[] bytes, long[] messages, long[] rounds) {
    this.size = size;
    this.bytes = bytes;
    this.messages = messages;
    this.rounds = rounds;
  }

  /** Bytes sent to all peers for all purposes. */
  public long bytes() {
    return Arrays.stream(bytes).sum();
  }

  public long bytes(Purpose purpose) {
    return row(bytes, purpose);
  }

  public long bytes(Purpose purpose, int peer) {
    return bytes[index(size, purpose, peer)];
  }

  /** Bytes sent to one peer for all purposes. */
  public long bytesTo(int peer) {
    return column(bytes, peer);
  }

  public long messages() {
    return Arrays.stream(messages).sum();
  }

  public long messages(Purpose purpose) {
    return row(messages, purpose);
  }

  public long messages(Purpose purpose, int peer) {
    return messages[index(size, purpose, peer)];
  }

  public long rounds() {
    return Arrays.stream(rounds).sum();
  }

  public long rounds(Purpose purpose) {
    return rounds[purpose.number()];
  }

  /** The traffic since an earlier snapshot. */
  public Traffic minus(Traffic earlier) {
    return new Traffic(
        size,
        difference(bytes, earlier.bytes),
        difference(messages, earlier.messages),
        difference(rounds, earlier.rounds));
  }

  /** The sum of this and other traffic of the same rank. */
  public Traffic plus(Traffic other) {
    return new Traffic(
        size, sum(bytes, other.bytes), sum(messages, other.messages), sum(rounds, other.rounds));
  }

  /** The index of the counts of a purpose and a peer. */
  public static int index(int size, Purpose purpose, int peer) {
    return purpose.number() * size + peer;
  }

  private long row(long[] counts, Purpose purpose) {
    int from = index(size, purpose, 0);
    return Arrays.stream(counts, from, from + size).sum();
  }

  private long column(long[] counts, int peer) {
    long sum = 0;
    for (int at = peer; at < counts.length; at += size) {
      sum += counts[at];
    }
    return sum;
  }

  private static long[] sum(long[] a, long[] b) {
    long[] result = a.clone();
    Arrays.setAll(result, i -> a[i] + b[i]);
    return result;
  }

  private static long[] difference(long[] a, long[] b) {
    long[] result = a.clone();
    Arrays.setAll(result, i -> a[i] - b[i]);
    return result;
  }
}
