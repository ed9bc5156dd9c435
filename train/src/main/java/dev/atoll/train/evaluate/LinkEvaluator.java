package dev.atoll.train.evaluate;

import dev.atoll.graph.Split;
import dev.atoll.train.event.Evaluation;
import dev.atoll.train.event.NodeRows;
import dev.atoll.train.event.Scores;
import dev.atoll.train.link.LinkEvaluation;
import dev.atoll.train.link.PairScores;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/** Evaluates embeddings by link prediction on validation and test links. */
final class LinkEvaluator implements Evaluator {
  private final LinkEvaluation evaluation;
  private final ObjectiveWork.PairsWork work;
  private final long[] ids;

  /**
   * @param ids the node of each row
   */
  LinkEvaluator(LinkEvaluation evaluation, ObjectiveWork.PairsWork work, long[] ids) {
    this.evaluation = evaluation;
    this.work = work;
    this.ids = ids;
  }

  @Override
  public Evaluation score(MemorySegment rows) {
    try (Arena scratch = Arena.ofShared();
        PairScores scores = work.open(NodeRows.ordered(rows, ids, work.outputs(), scratch))) {
      return new Evaluation(
          new Scores(0, Map.of()), of(scores, Split.VALIDATION), of(scores, Split.TEST));
    }
  }

  private Scores of(PairScores scores, int role) {
    return new Scores(evaluation.count(role), evaluation.of(scores, role));
  }
}
