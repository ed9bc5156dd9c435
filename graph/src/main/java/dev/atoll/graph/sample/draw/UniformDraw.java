package dev.atoll.graph.sample.draw;

import dev.atoll.graph.RandomKey;

/**
 * Draws k of d positions without repetition, every set of k with equal probability, by Floyd's
 * method: for j from d − k to d − 1 take a random position up to j, or j itself if that position is
 * already taken. Positions are in the order of the draws. When k = d they are 0, 1, … d − 1 and
 * nothing is drawn.
 *
 * <p>Taken positions are marked by one bit each, in a register up to degree 64, in memory above: no
 * search and no unpredictable branch, whatever the fanout.
 */
public final class UniformDraw {
  private long[] taken = new long[64];

  public UniformDraw() {}

  /**
   * Writes the drawn edges of a row.
   *
   * @param key bits of the row's key
   * @param start the edge at position 0
   * @param into the edges, from {@code at} on
   */
  public void draw(long key, long start, int degree, int count, long[] into, int at) {
    if (count == degree) {
      for (int i = 0; i < count; i++) {
        into[at + i] = start + i;
      }
    } else if (degree <= Long.SIZE) {
      drawOfFew(key, start, degree, count, into, at);
    } else {
      drawOfMany(key, start, degree, count, into, at);
    }
  }

  private static void drawOfFew(long key, long start, int degree, int count, long[] into, int at) {
    long bits = 0;
    int last = degree - count;
    for (int i = 0; i < count; i++, last++) {
      int position = (int) RandomKey.below(key, last + 1, i);
      position = (bits >>> position & 1) != 0 ? last : position;
      bits |= 1L << position;
      into[at + i] = start + position;
    }
  }

  private void drawOfMany(long key, long start, int degree, int count, long[] into, int at) {
    long[] bits = bits(degree);
    int last = degree - count;
    for (int i = 0; i < count; i++, last++) {
      int position = (int) RandomKey.below(key, last + 1, i);
      position = (bits[position >>> 6] >>> position & 1) != 0 ? last : position;
      bits[position >>> 6] |= 1L << position;
      into[at + i] = start + position;
    }
    for (int i = 0; i < count; i++) {
      bits[(int) (into[at + i] - start) >>> 6] = 0;
    }
  }

  private long[] bits(int count) {
    int words = (count + Long.SIZE - 1) / Long.SIZE;
    if (taken.length < words) {
      taken = new long[words + words / 4];
    }
    return taken;
  }
}
