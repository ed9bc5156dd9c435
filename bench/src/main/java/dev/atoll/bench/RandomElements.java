package dev.atoll.bench;

import dev.atoll.graph.RandomKey;

/**
 * The elements of a random matrix: uniform in [−1, 1), except for a share of zeros. Each is a
 * function of its position, so that the operands of one row of a result can be computed without the
 * others.
 */
record RandomElements(RandomKey key, int cols, RandomKey zeroKey, double zeros) {
  static RandomElements of(String name, int cols) {
    return of(name, cols, 0);
  }

  static RandomElements of(String name, int cols, double zeros) {
    RandomKey key = RandomKey.ofSeed(1).child(name);
    return new RandomElements(key, cols, key.child("zeros"), zeros);
  }

  float at(long row, int col) {
    long place = row * cols + col;
    boolean isZero = zeros > 0 && zeroKey.unit(place) < zeros;
    return isZero ? 0 : (float) (2 * key.unit(place) - 1);
  }
}
