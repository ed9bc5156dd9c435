package dev.atoll.train.halo.bns;

import dev.atoll.graph.RandomKey;
import java.util.Arrays;

/**
 * Draws nodes by their ids: every worker that knows the ids and the key draws the same. Without
 * replacement, of n nodes those k are drawn whose random numbers, a function of key and id, are the
 * smallest; independently, those whose number is below their probability.
 */
final class NodeDraw {
  private NodeDraw() {}

  /**
   * The number of n nodes that are drawn at a rate: at least one if n and the rate are positive.
   */
  static int count(int n, double rate) {
    return rate == 0 || n == 0 ? 0 : Math.clamp(Math.round(rate * n), 1, n);
  }

  /** The indices of the drawn nodes, ascending. */
  static int[] places(BoundaryDraw.Nodes nodes, int count, RandomKey key) {
    long[] numbers = new long[nodes.count()];
    Arrays.setAll(numbers, i -> key.draw(nodes.id(i)));
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

  /** The probability with which a node is drawn, by index. */
  @FunctionalInterface
  interface Probability {
    float of(int index);
  }

  /**
   * The indices of nodes that are drawn one by one, ascending; a drawn node weighs the inverse of
   * its probability.
   */
  static int[] independently(
      BoundaryDraw.Nodes nodes, Probability probability, RandomKey key, float[] weights) {
    int[] places = new int[nodes.count()];
    int count = 0;
    for (int i = 0; i < places.length; i++) {
      boolean drawn = key.unit(nodes.id(i)) < probability.of(i);
      weights[i] = drawn ? 1 / probability.of(i) : 0;
      if (drawn) {
        places[count++] = i;
      }
    }
    return Arrays.copyOf(places, count);
  }

  /** The largest of the smallest numbers, by quickselect, which changes their order. */
  static long largestOfSmallest(long[] numbers, int count) {
    if (count == 0) {
      return Long.MIN_VALUE;
    }
    int wanted = count - 1;
    int low = 0;
    int high = numbers.length - 1;
    while (low < high) {
      long pivot = numbers[(low + high) >>> 1];
      int left = low;
      int right = high;
      while (left <= right) {
        while (numbers[left] < pivot) {
          left++;
        }
        while (numbers[right] > pivot) {
          right--;
        }
        if (left <= right) {
          long passing = numbers[left];
          numbers[left++] = numbers[right];
          numbers[right--] = passing;
        }
      }
      if (wanted <= right) {
        high = right;
      } else if (wanted >= left) {
        low = left;
      } else {
        break;
      }
    }
    return numbers[wanted];
  }
}
