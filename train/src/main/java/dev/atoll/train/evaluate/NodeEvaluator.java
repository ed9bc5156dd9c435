package dev.atoll.train.evaluate;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.metric.ClassReport;
import dev.atoll.train.metric.Decision;
import dev.atoll.train.metric.Metrics;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Scores the outputs of a model against the labels of a dataset. */
final class NodeEvaluator implements Evaluator {
  private final Labels labels;
  private final String metric;
  private final int[][] rowsByRole;
  private final long[] ids;
  private final String selected;

  /**
   * @param ids the node of each row of outputs
   */
  NodeEvaluator(WorkerData data, Split split, long[] ids) {
    this(data, split, ids, "");
  }

  /**
   * @param selected the score that counts; empty for the usual one
   */
  NodeEvaluator(WorkerData data, Split split, long[] ids, String selected) {
    this.selected = selected;
    this.labels = data.labels().orElseThrow();
    this.metric = data.metric().orElse("").toLowerCase(Locale.ROOT);
    this.ids = ids;
    this.rowsByRole =
        new int[][] {
          rows(split, Split.TRAIN), rows(split, Split.VALIDATION), rows(split, Split.TEST)
        };
  }

  private int[] rows(Split split, int role) {
    return IntStream.range(0, ids.length)
        .filter(row -> split.role(ids[row]) == role && isLabelled(ids[row]))
        .toArray();
  }

  private boolean isLabelled(long node) {
    return !(labels instanceof Labels.Single single) || single.of(node) >= 0;
  }

  /**
   * @param logits rows of one element per class, tightly packed
   */
  @Override
  public Evaluation score(MemorySegment logits) {
    return new Evaluation(
        score(logits, rowsByRole[Split.TRAIN]),
        score(logits, rowsByRole[Split.VALIDATION]),
        score(logits, rowsByRole[Split.TEST]));
  }

  private Scores score(MemorySegment logits, int[] rows) {
    if (rows.length == 0) {
      return new Scores(0, Map.of());
    }
    return switch (labels) {
      case Labels.Single single -> one(logits, rows, single);
      case Labels.Multi multi -> many(logits, rows, multi);
    };
  }

  private Scores one(MemorySegment logits, int[] rows, Labels.Single single) {
    long right = 0;
    for (int row : rows) {
      right += best(logits, row) == single.of(ids[row]) ? 1 : 0;
    }
    var scores = new LinkedHashMap<String, Double>();
    double accuracy = (double) right / rows.length;
    if (single.classes() == 2) {
      double auc = binaryAuc(logits, rows, single);
      if (metric.contains("auc")) {
        scores.put(Scores.AUC, auc);
      }
      scores.put(Scores.ACCURACY, accuracy);
      scores.putIfAbsent(Scores.AUC, auc);
    } else {
      scores.put(Scores.ACCURACY, accuracy);
    }
    return new Scores(
        rows.length, SelectedMetric.first(selected, scores, report(logits, rows, single)));
  }

  /** The scores of every class, made when they are asked for. */
  private Supplier<ClassReport> report(MemorySegment logits, int[] rows, Labels.Single single) {
    return () -> {
      Labels.Single ofRows = SelectedMetric.ofRows(single, ids);
      return ClassReport.of(
          rows, ofRows, (row, label) -> probability(logits, row, label), Decision.LIKELIEST);
    };
  }

  private double probability(MemorySegment logits, int row, int label) {
    double sum = 0;
    for (int c = 0; c < labels.classes(); c++) {
      sum += Math.exp((double) cell(logits, row, c) - cell(logits, row, label));
    }
    return 1 / sum;
  }

  private double binaryAuc(MemorySegment logits, int[] rows, Labels.Single single) {
    double[] score = new double[rows.length];
    boolean[] positive = new boolean[rows.length];
    for (int i = 0; i < rows.length; i++) {
      score[i] = (double) cell(logits, rows[i], 1) - cell(logits, rows[i], 0);
      positive[i] = single.of(ids[rows[i]]) == 1;
    }
    return Metrics.auc(score, positive);
  }

  private int best(MemorySegment logits, int row) {
    int best = 0;
    for (int c = 1; c < labels.classes(); c++) {
      best = cell(logits, row, c) > cell(logits, row, best) ? c : best;
    }
    return best;
  }

  private Scores many(MemorySegment logits, int[] rows, Labels.Multi multi) {
    double[] score = new double[rows.length];
    boolean[] positive = new boolean[rows.length];
    double hits = 0;
    double wrongs = 0;
    double misses = 0;
    double f1Sum = 0;
    double precisionSum = 0;
    int scored = 0;
    for (int c = 0; c < multi.classes(); c++) {
      double hit = 0;
      double wrong = 0;
      double missed = 0;
      for (int i = 0; i < rows.length; i++) {
        score[i] = cell(logits, rows[i], c);
        positive[i] = multi.has(ids[rows[i]], c);
        boolean predicted = score[i] > 0;
        hit += predicted && positive[i] ? 1 : 0;
        wrong += predicted && !positive[i] ? 1 : 0;
        missed += !predicted && positive[i] ? 1 : 0;
      }
      hits += hit;
      wrongs += wrong;
      misses += missed;
      f1Sum += Metrics.f1(hit, wrong, missed);
      if (hit + missed > 0) {
        precisionSum += Metrics.averagePrecision(score, positive);
        scored++;
      }
    }
    var scores = new LinkedHashMap<String, Double>();
    double precision = scored == 0 ? 0 : precisionSum / scored;
    if (metric.contains("average precision")) {
      scores.put(Scores.AVERAGE_PRECISION, precision);
    }
    scores.put(Scores.F1_MICRO, Metrics.f1(hits, wrongs, misses));
    scores.put(Scores.F1_MACRO, f1Sum / multi.classes());
    scores.putIfAbsent(Scores.AVERAGE_PRECISION, precision);
    return new Scores(rows.length, scores);
  }

  private float cell(MemorySegment logits, int row, int column) {
    return Metrics.requireNumber(
        logits.getAtIndex(JAVA_FLOAT, (long) row * labels.classes() + column));
  }
}
