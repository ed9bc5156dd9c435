package dev.atoll.graph.cluster;

/** Numbers of which one is looked for by its place in their order (Hoare's selection). */
final class Ranks {
  private long[] values = new long[64];
  private int size;

  /** Removes all numbers and reserves capacity for as many as given. */
  void clear(int capacity) {
    size = 0;
    if (values.length < capacity) {
      values = new long[Math.max(capacity, 2 * values.length)];
    }
  }

  void add(long value) {
    values[size++] = value;
  }

  /** The number than which {@code count − 1} others are larger; changes the order. */
  long largest(int count) {
    int wanted = count - 1;
    int from = 0;
    int to = size - 1;
    while (from < to) {
      long pivot = values[(from + to) >>> 1];
      int left = from;
      int right = to;
      while (left <= right) {
        while (values[left] > pivot) {
          left++;
        }
        while (values[right] < pivot) {
          right--;
        }
        if (left <= right) {
          long swapped = values[left];
          values[left++] = values[right];
          values[right--] = swapped;
        }
      }
      if (wanted <= right) {
        to = right;
      } else if (wanted >= left) {
        from = left;
      } else {
        break;
      }
    }
    return values[wanted];
  }
}
