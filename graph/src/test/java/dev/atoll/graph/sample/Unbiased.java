package dev.atoll.graph.sample;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import java.util.stream.LongStream;

/** Whether corrected sums over sampled neighbours have the full sum as their mean. */
public final class Unbiased {
  private Unbiased() {}

  /**
   * Asserts that sums are unbiased within 4.5 σ, over many keys, for a sampler of one layer with
   * the first nodes as seeds.
   */
  public static void assertSums(CsrGraph graph, Sampler sampler, RandomKey key, int draws) {
    long[] seeds = LongStream.range(0, Math.min(8, graph.nodeCount())).toArray();
    double[] sum = new double[seeds.length];
    double[] squares = new double[seeds.length];
    try (var batch = SampledBatch.ofLayers(1)) {
      for (int draw = 0; draw < draws; draw++) {
        sampler.sample(seeds, key.child(draw), batch);
        for (int row = 0; row < seeds.length; row++) {
          double estimate = estimate(batch.block(0), row);
          sum[row] += estimate;
          squares[row] += estimate * estimate;
        }
      }
    }
    for (int row = 0; row < seeds.length; row++) {
      double mean = sum[row] / draws;
      double sigma = Math.sqrt(Math.max(0, squares[row] / draws - mean * mean) / draws);
      assertEquals(exact(graph, seeds[row]), mean, 4.5 * sigma + 1e-4, "seed " + seeds[row]);
    }
  }

  private static double estimate(SampledBlock block, int row) {
    long from = block.rowStart().getAtIndex(JAVA_LONG, row);
    long to = block.rowStart().getAtIndex(JAVA_LONG, row + 1L);
    float[] corrections = Blocks.corrections(block);
    double sum = 0;
    for (long edge = from; edge < to; edge++) {
      int place = block.column().getAtIndex(JAVA_INT, edge);
      sum += corrections[(int) edge] * value(block.sources().getAtIndex(JAVA_INT, place));
    }
    return sum;
  }

  private static double exact(CsrGraph graph, long node) {
    return LongStream.range(0, graph.inDegree(node))
        .mapToDouble(i -> value(graph.inNeighbor(node, i)))
        .sum();
  }

  /** An arbitrary value of a node. */
  private static double value(long node) {
    return node * 37 % 11 - 3;
  }
}
