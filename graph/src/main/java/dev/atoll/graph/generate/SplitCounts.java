package dev.atoll.graph.generate;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import java.util.function.LongToIntFunction;

/** The numbers of training, validation and test nodes; other nodes show no label. */
public record SplitCounts(long train, long validation, long test) {
  public SplitCounts {
    if (train < 0 || validation < 0 || test < 0) {
      throw new IllegalArgumentException(
          "split counts must not be negative: train %d, validation %d, test %d"
              .formatted(train, validation, test));
    }
  }

  /** Shares of all nodes: {@code ofShares(1000, 0.6, 0.2)} leaves 200 for the test. */
  public static SplitCounts ofShares(long nodes, double train, double validation) {
    if (!(train >= 0 && validation >= 0 && train + validation <= 1)) {
      throw new IllegalArgumentException(
          "shares of a split must be at least 0 and together at most 1, not %s and %s"
              .formatted(train, validation));
    }
    long trained = Math.round(nodes * train);
    long validated = Math.min(nodes - trained, Math.round(nodes * validation));
    return new SplitCounts(trained, validated, nodes - trained - validated);
  }

  public long total() {
    return train + validation + test;
  }

  /** Deals the roles out at random, in exactly these numbers. */
  LongToIntFunction roles(long nodes, RandomKey key) {
    if (total() > nodes) {
      throw new IllegalArgumentException(
          "a split of %d nodes does not fit a graph of %d".formatted(total(), nodes));
    }
    var order = new Shuffle(nodes, key);
    return node -> roleAt(order.of(node));
  }

  private int roleAt(long place) {
    if (place < train) {
      return Split.TRAIN;
    }
    if (place < train + validation) {
      return Split.VALIDATION;
    }
    return place < total() ? Split.TEST : Split.NONE;
  }

  /** These counts times a factor, as near as they fit into a number of nodes. */
  SplitCounts scaled(double scale, long nodes) {
    long trained = Math.min(nodes, Math.round(train * scale));
    long validated = Math.min(nodes - trained, Math.round(validation * scale));
    long tested = Math.min(nodes - trained - validated, Math.round(test * scale));
    return new SplitCounts(trained, validated, tested);
  }
}
