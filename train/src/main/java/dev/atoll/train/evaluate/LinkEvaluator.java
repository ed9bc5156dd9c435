package dev.atoll.train.evaluate;

import dev.atoll.graph.Split;
import dev.atoll.train.link.LinkEvaluation;
import dev.atoll.train.link.PairScores;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/**
 * Scores the rows of nodes by the links they foretell. Training links are not asked about: the
 * model has seen them.
 */
final class LinkEvaluator implements Evaluator {
  private final LinkEvaluation exam;
  private final ObjectiveWork.PairsWork work;
  private final long[] ids;

  /**
   * @param ids the node of each row
   */
  LinkEvaluator(LinkEvaluation exam, ObjectiveWork.PairsWork work, long[] ids) {
    this.exam = exam;
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
    return new Scores(exam.count(role), exam.of(scores, role));
  }
}
