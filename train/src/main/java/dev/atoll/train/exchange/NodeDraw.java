package dev.atoll.train.exchange;

import dev.atoll.graph.RandomKey;
import java.util.Arrays;

/**
 * Draws without replacement by name: whoever knows the names and the key draws the same. Of n
 * things those k are taken whose numbers, a function of key and name, are the smallest.
 */
public final class NodeDraw {
  private NodeDraw() {}

  /** How many of n things a rate takes: at least one while there is any and the rate is not 0. */
  public static int count(int n, double rate) {
    return rate == 0 || n == 0 ? 0 : Math.clamp(Math.round(rate * n), 1, n);
  }

  /** The places of the drawn names, ascending. */
  static int[] places(long[] names, int count, RandomKey key) {
    long[] numbers = new long[names.length];
    Arrays.setAll(numbers, i -> key.draw(names[i]));
    long largest = largestOfSmallest(numbers.clone(), count);
    int[] places = new int[count];
    int next = 0;
    for (int i = 0; next < count; i++) {
      if (numbers[i] <= largest) {
        places[next++] = i;
      }
    }
    return places;
  }

  /** The largest of the so many smallest numbers, which are sorted on the way. */
  public static long largestOfSmallest(long[] numbers, int count) {
    Arrays.sort(numbers);
    return count == 0 ? Long.MIN_VALUE : numbers[count - 1];
  }
}
