package dev.atoll.train.halo.bns;

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
  public static int[] places(long[] names, int count, RandomKey key) {
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

  /** The largest of the so many smallest numbers, whose order changes on the way (quickselect). */
  public static long largestOfSmallest(long[] numbers, int count) {
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
