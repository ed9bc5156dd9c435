package dev.atoll.graph.sample;

import dev.atoll.graph.RandomKey;

/**
 * Draws k of d positions without repetition, every set of k alike, by Floyd's method: for j from d
 * − k to d − 1 take a random position up to j, or j itself when that one is taken already.
 * Positions are in the order of the draws. When k = d they are 0, 1, … d − 1 and nothing is drawn.
 *
 * <p>Which positions are taken is kept in one bit each: in a register up to degree 64, in memory
 * above. That needs no search and no unpredictable branch, whatever the fanout.
 */
final class UniformDraw {
  private static final ThreadLocal<UniformDraw> OF_THREAD =
      ThreadLocal.withInitial(UniformDraw::new);

  private long[] taken = new long[64];

  private UniformDraw() {}

  static UniformDraw ofThread() {
    return OF_THREAD.get();
  }

  /**
   * Writes positions as int32.
   *
   * @param key bits of the row's key
   * @param into address of the first
   */
  void draw(long key, int degree, int count, long into) {
    if (count == degree) {
      for (int i = 0; i < count; i++) {
        RawMemory.setInt(into, i, i);
      }
    } else if (degree <= Long.SIZE) {
      drawOfFew(key, degree, count, into);
    } else {
      drawOfMany(key, degree, count, into);
    }
  }

  private static void drawOfFew(long key, int degree, int count, long into) {
    long bits = 0;
    int last = degree - count;
    for (int i = 0; i < count; i++, last++) {
      int position = (int) RandomKey.below(key, last + 1, i);
      position = (bits >>> position & 1) != 0 ? last : position;
      bits |= 1L << position;
      RawMemory.setInt(into, i, position);
    }
  }

  private void drawOfMany(long key, int degree, int count, long into) {
    int words = (degree + Long.SIZE - 1) / Long.SIZE;
    if (taken.length < words) {
      taken = new long[words + words / 4];
    }
    long[] bits = taken;
    int last = degree - count;
    for (int i = 0; i < count; i++, last++) {
      int position = (int) RandomKey.below(key, last + 1, i);
      position = (bits[position >>> 6] >>> position & 1) != 0 ? last : position;
      bits[position >>> 6] |= 1L << position;
      RawMemory.setInt(into, i, position);
    }
    for (int i = 0; i < count; i++) {
      bits[RawMemory.intAt(into, i) >>> 6] = 0;
    }
  }
}
