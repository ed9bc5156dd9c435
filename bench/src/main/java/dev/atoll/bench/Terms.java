package dev.atoll.bench;

import java.util.function.IntToLongFunction;

/**
 * A result by definition: every element is a sum of terms.
 *
 * @param rows of the result
 * @param cols of the result
 * @param count terms of an element, by row
 */
public record Terms(int rows, int cols, IntToLongFunction count, Term term) {
  /** One term of an element. */
  public interface Term {
    double at(int row, int col, long index);
  }
}
