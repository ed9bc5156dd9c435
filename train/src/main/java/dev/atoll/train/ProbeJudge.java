package dev.atoll.train;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.Dataset;
import dev.atoll.graph.Labels;
import dev.atoll.train.link.LogisticProbe;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Scores rows that were learned without labels by how well a linear classifier, fitted to the
 * training nodes, reads the classes of the others off them.
 */
final class ProbeJudge implements Judge {
  private static final double DECAY = 1e-3;

  private final Labels.Single labels;
  private final long[] train;
  private final int width;
  private final long[] ids;
  private final Scorer scorer;

  /**
   * @param ids the node of each row
   */
  ProbeJudge(Dataset dataset, String split, Labels.Single labels, int width, long[] ids) {
    this.labels = labels;
    this.train = Needed.seeds(dataset, split);
    this.width = width;
    this.ids = ids;
    this.scorer = new Scorer(dataset, dataset.split(split), ids);
  }

  @Override
  public Evaluation score(MemorySegment rows) {
    try (Arena scratch = Arena.ofShared()) {
      NodeRows nodes = NodeRows.ordered(rows, ids, width, scratch);
      float[][] examples = new float[train.length][];
      int[] classOf = new int[train.length];
      for (int i = 0; i < train.length; i++) {
        examples[i] = nodes.row(train[i]);
        classOf[i] = labels.of(train[i]);
      }
      var probe = LogisticProbe.fit(examples, classOf, labels.classes(), DECAY);
      int classes = labels.classes();
      MemorySegment logits = scratch.allocate(JAVA_FLOAT, (long) ids.length * classes);
      for (int row = 0; row < ids.length; row++) {
        float[] said = probe.logits(nodes.row(ids[row]));
        MemorySegment.copy(
            said, 0, logits, JAVA_FLOAT, (long) row * classes * Float.BYTES, classes);
      }
      return scorer.score(logits);
    }
  }
}
