package dev.atoll.train.evaluate;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.Labels;
import dev.atoll.train.data.RequiredData;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.event.Evaluation;
import dev.atoll.train.event.NodeRows;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * Scores rows that were learned without labels by how well a linear classifier, fitted to the
 * training nodes, reads the classes of the others off them. How strongly its weights are held back
 * is chosen by the validation nodes.
 */
final class ProbeEvaluator implements Evaluator {
  private static final double[] DECAYS = {1e-2, 1e-3, 1e-1, 1};

  private final Labels.Single labels;
  private final long[] train;
  private final int width;
  private final long[] ids;
  private final NodeEvaluator scorer;

  /**
   * @param ids the node of each row
   */
  ProbeEvaluator(WorkerData data, String split, Labels.Single labels, int width, long[] ids) {
    this.labels = labels;
    this.train = RequiredData.seeds(data, split);
    this.width = width;
    this.ids = ids;
    this.scorer = new NodeEvaluator(data, data.split(split), ids);
  }

  @Override
  public Evaluation score(MemorySegment rows) {
    try (Arena scratch = Arena.ofShared()) {
      NodeRows nodes = NodeRows.ordered(rows, ids, width, scratch);
      float[][] examples = Arrays.stream(train).mapToObj(nodes::row).toArray(float[][]::new);
      int[] classOf = Arrays.stream(train).mapToInt(labels::of).toArray();
      return DoubleStream.of(DECAYS)
          .parallel()
          .mapToObj(decay -> LogisticProbe.fit(examples, classOf, labels.classes(), decay))
          .map(probe -> scorer.score(logits(probe, nodes, scratch)))
          .reduce((best, next) -> isBetter(next, best) ? next : best)
          .orElseThrow();
    }
  }

  private static boolean isBetter(Evaluation next, Evaluation best) {
    return !next.validation().isEmpty() && next.validation().main() > best.validation().main();
  }

  private MemorySegment logits(LogisticProbe probe, NodeRows nodes, Arena into) {
    int classes = labels.classes();
    int[] asked = scorer.rows(ids.length);
    MemorySegment logits = into.allocate(JAVA_FLOAT, Math.max(1, (long) asked.length * classes));
    for (int i = 0; i < asked.length; i++) {
      float[] ofRow = probe.logits(nodes.row(ids[asked[i]]));
      MemorySegment.copy(ofRow, 0, logits, JAVA_FLOAT, (long) i * classes * Float.BYTES, classes);
    }
    return logits;
  }
}
