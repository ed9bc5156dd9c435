package dev.atoll.graph.generate;

import dev.atoll.graph.RandomKey;

/**
 * A random permutation of {@code 0 … count − 1} that is computed, not stored: a Feistel network
 * over the next power of two, walked until it comes back below the count. Both ways take constant
 * time.
 */
final class Shuffle {
  private static final int ROUNDS = 4;

  private final long count;
  private final int lowBits;
  private final long lowMask;
  private final long highMask;
  private final long[] roundKeys = new long[ROUNDS];

  Shuffle(long count, RandomKey key) {
    this.count = count;
    int bits = Math.max(2, Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, count - 1)));
    this.lowBits = bits / 2;
    this.lowMask = (1L << lowBits) - 1;
    this.highMask = (1L << (bits - lowBits)) - 1;
    for (int i = 0; i < ROUNDS; i++) {
      roundKeys[i] = key.draw(i);
    }
  }

  long of(long item) {
    long place = item;
    do {
      place = forward(place);
    } while (place >= count);
    return place;
  }

  long inverse(long place) {
    long item = place;
    do {
      item = backward(item);
    } while (item >= count);
    return item;
  }

  private long forward(long value) {
    long low = value & lowMask;
    long high = value >>> lowBits;
    for (int i = 0; i < ROUNDS; i += 2) {
      high ^= RandomKey.mix(low + roundKeys[i]) & highMask;
      low ^= RandomKey.mix(high + roundKeys[i + 1]) & lowMask;
    }
    return high << lowBits | low;
  }

  private long backward(long value) {
    long low = value & lowMask;
    long high = value >>> lowBits;
    for (int i = ROUNDS - 2; i >= 0; i -= 2) {
      low ^= RandomKey.mix(high + roundKeys[i + 1]) & lowMask;
      high ^= RandomKey.mix(low + roundKeys[i]) & highMask;
    }
    return high << lowBits | low;
  }
}
