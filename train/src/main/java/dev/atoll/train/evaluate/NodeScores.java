package dev.atoll.train.evaluate;

import dev.atoll.graph.Dataset;
import dev.atoll.graph.Split;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.event.Evaluation;
import dev.atoll.train.event.NodeRows;
import java.lang.foreign.Arena;
import java.util.stream.LongStream;

/** Scores outputs of all nodes of a dataset, whatever computed them. */
public final class NodeScores {
  private NodeScores() {}

  /**
   * Scores the nodes of a split.
   *
   * @param logits in the dataset's own order
   */
  public static Evaluation of(Dataset dataset, Split split, NodeRows logits) {
    long[] ids = LongStream.range(0, logits.rows()).toArray();
    var evaluator = new NodeEvaluator(WorkerData.of(dataset), split, ids);
    try (Arena scratch = Arena.ofShared()) {
      return evaluator.score(logits.some(evaluator.rows(ids.length), scratch));
    }
  }
}
