package dev.atoll.train.evaluate;

import dev.atoll.graph.Links;
import dev.atoll.graph.Split;
import dev.atoll.train.event.Evaluation;
import dev.atoll.train.event.NodeRows;
import dev.atoll.train.event.Scores;
import dev.atoll.train.metric.Metrics;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Evaluates embeddings by the classification of validation and test edges. */
final class EdgeEvaluator implements Evaluator {
  private final Links links;
  private final ObjectiveWork.PairsWork work;
  private final long[] ids;

  /**
   * @param ids the node of each row
   */
  EdgeEvaluator(Links links, ObjectiveWork.PairsWork work, long[] ids) {
    this.links = links;
    this.work = work;
    this.ids = ids;
  }

  @Override
  public Evaluation score(MemorySegment rows) {
    try (Arena scratch = Arena.ofShared()) {
      NodeRows nodes = NodeRows.ordered(rows, ids, work.outputs(), scratch);
      return new Evaluation(
          of(nodes, Split.TRAIN), of(nodes, Split.VALIDATION), of(nodes, Split.TEST));
    }
  }

  private Scores of(NodeRows rows, int role) {
    long[] asked = links.withRole(role);
    if (asked.length == 0) {
      return new Scores(0, Map.of());
    }
    int kinds = links.relationCount();
    int[] heads = Arrays.stream(asked).mapToInt(links::head).toArray();
    int[] tails = Arrays.stream(asked).mapToInt(links::tail).toArray();
    float[] scores = work.scores(rows, heads, tails, new int[heads.length]);
    double[] hit = new double[kinds];
    double[] wrong = new double[kinds];
    double[] missed = new double[kinds];
    double right = 0;
    for (int i = 0; i < asked.length; i++) {
      int predicted = best(scores, i * kinds, kinds);
      int is = links.relation(asked[i]);
      right += predicted == is ? 1 : 0;
      hit[is] += predicted == is ? 1 : 0;
      wrong[predicted] += predicted == is ? 0 : 1;
      missed[is] += predicted == is ? 0 : 1;
    }
    double f1 = 0;
    for (int kind = 0; kind < kinds; kind++) {
      f1 += Metrics.f1(hit[kind], wrong[kind], missed[kind]) / kinds;
    }
    var figures = new LinkedHashMap<String, Double>();
    figures.put(Scores.ACCURACY, right / asked.length);
    figures.put(Scores.F1_MACRO, f1);
    return new Scores(asked.length, figures);
  }

  private static int best(float[] scores, int from, int count) {
    int best = 0;
    for (int i = 0; i < count; i++) {
      best = Metrics.requireNumber(scores[from + i]) > scores[from + best] ? i : best;
    }
    return best;
  }
}
