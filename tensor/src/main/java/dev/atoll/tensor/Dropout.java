package dev.atoll.tensor;

/**
 * The dropout mask, a pure function of (key, row id, column), so that a mask is never stored and
 * does not depend on threads, on the order of rows, or on which worker holds a row. Kept elements
 * are scaled by 1/(1 − rate). The function is {@link #keeps}; every backend computes the same bits.
 *
 * @param rate share of dropped elements, in [0, 1)
 * @param rowIds the id of every row ({@link DType#I64}), or null when a row's id is its index
 */
public record Dropout(float rate, long key, Buffer rowIds) {
  public static final Dropout NONE = new Dropout(0, 0, null);

  public Dropout {
    if (!(rate >= 0 && rate < 1)) {
      throw new IllegalArgumentException("dropout rate " + rate + ": expected a share in [0, 1)");
    }
  }

  public boolean isOff() {
    return rate == 0;
  }

  /** The factor 1/(1 − rate) of elements that are not dropped. */
  public float scale() {
    return 1 / (1 - rate);
  }

  /**
   * The threshold of dropout: an element is not dropped when its 32 random bits, unsigned, are at
   * least this.
   */
  public int threshold() {
    return (int) (long) (rate * 0x1p32);
  }

  /**
   * Spreads (key, row id) into the two words that a row's elements start from: low word first, high
   * word second.
   */
  public static long rowState(long key, long rowId) {
    long z = key + rowId * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** The 32 random bits of an element. Two rounds of multiply and shift, cheap in vector lanes. */
  public static int elementBits(long rowState, int column) {
    int h = (int) rowState + column * 0x9E3779B9;
    h = (h ^ (h >>> 16)) * 0x21F0AAAD;
    h ^= (int) (rowState >>> 32);
    h = (h ^ (h >>> 15)) * 0x735A2D97;
    return h ^ (h >>> 15);
  }

  /** Whether the element survives. */
  public boolean keeps(long rowId, int column) {
    return Integer.compareUnsigned(elementBits(rowState(key, rowId), column), threshold()) >= 0;
  }
}
