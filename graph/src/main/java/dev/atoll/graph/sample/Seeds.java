package dev.atoll.graph.sample;

/** What is wrong with seeds. */
final class Seeds {
  private Seeds() {}

  static void check(long seed, int nodeCount) {
    if (seed < 0 || seed >= nodeCount) {
      throw new IllegalArgumentException(
          "seed %d: expected a node from 0 to %d".formatted(seed, nodeCount - 1));
    }
  }

  static IllegalArgumentException repeated(long seed, int first, int second) {
    return new IllegalArgumentException(
        "seed %d stands at places %d and %d: expected every seed once"
            .formatted(seed, first, second));
  }
}
