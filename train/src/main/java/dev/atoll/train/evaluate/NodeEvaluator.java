package dev.atoll.train.evaluate;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.comm.Communicator;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.event.Evaluation;
import dev.atoll.train.event.Scores;
import dev.atoll.train.metric.Metrics;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Scores the outputs of a model against the labels of a dataset. Every worker counts its own nodes,
 * and the counts are added up; metrics of ranks need the scores themselves, of the nodes of a split
 * and of one class at a time.
 */
final class NodeEvaluator implements Evaluator {
  private static final List<Integer> ROLES = List.of(Split.TRAIN, Split.VALIDATION, Split.TEST);

  private final Labels labels;
  private final String metric;
  private final int[] rows;
  private final int[][] rowsByRole;

  /** The node of each of the rows. */
  private final long[] ids;

  private final NodeCounts counts;
  private final SelectedMetric selected;

  /** An evaluator of outputs of all nodes on one worker. */
  NodeEvaluator(WorkerData data, Split split, long[] ids) {
    this(data, split, ids, NodeCounts.alone(), "");
  }

  /**
   * @param ids the node of each row of this worker's outputs
   * @param selected the score that counts; empty for the usual one
   */
  NodeEvaluator(WorkerData data, Split split, long[] ids, Communicator workers, String selected) {
    this(data, split, ids, NodeCounts.of(workers), selected);
  }

  private NodeEvaluator(
      WorkerData data, Split split, long[] ids, NodeCounts counts, String selected) {
    this.selected = new SelectedMetric(selected, counts);
    this.labels = data.labels().orElseThrow();
    this.metric = data.metric().orElse("").toLowerCase(Locale.ROOT);
    this.counts = counts;
    this.rows =
        IntStream.range(0, ids.length)
            .filter(row -> ROLES.contains(split.role(ids[row])) && isLabelled(ids[row]))
            .toArray();
    this.ids = Arrays.stream(rows).mapToLong(row -> ids[row]).toArray();
    this.rowsByRole = new int[ROLES.size()][];
    for (int role : ROLES) {
      rowsByRole[role] =
          IntStream.range(0, rows.length)
              .filter(row -> split.role(this.ids[row]) == role)
              .toArray();
    }
  }

  /** The labelled nodes that have a role in the split. */
  @Override
  public int[] rows(int count) {
    return rows;
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
    return switch (labels) {
      case Labels.Single single -> one(logits, rows, single);
      case Labels.Multi multi -> many(logits, rows, multi);
    };
  }

  private Scores one(MemorySegment logits, int[] rows, Labels.Single single) {
    long[] found = new long[2];
    boolean numbers = areNumbers(logits, rows);
    for (int i = 0; numbers && i < rows.length; i++) {
      found[0] += best(logits, rows[i]) == single.of(ids[rows[i]]) ? 1 : 0;
    }
    found[1] = rows.length;
    long[] all = counts.sums(found, numbers);
    if (all[1] == 0) {
      return new Scores(0, Map.of());
    }
    var scores = new LinkedHashMap<String, Double>();
    double accuracy = (double) all[0] / all[1];
    if (single.classes() == 2) {
      double auc =
          counts.ofRanks(
              rows.length,
              i -> (double) logit(logits, rows[i], 1) - logit(logits, rows[i], 0),
              i -> single.of(ids[rows[i]]) == 1,
              Metrics::auc);
      if (metric.contains("auc")) {
        scores.put(Scores.AUC, auc);
      }
      scores.put(Scores.ACCURACY, accuracy);
      scores.putIfAbsent(Scores.AUC, auc);
    } else {
      scores.put(Scores.ACCURACY, accuracy);
    }
    return new Scores(
        all[1], selected.first(scores, single.classes(), new OwnRows(logits, rows, single)));
  }

  /** The labelled rows of this worker. */
  private final class OwnRows implements SelectedMetric.Rows {
    private final MemorySegment logits;
    private final int[] rows;
    private final Labels.Single single;

    OwnRows(MemorySegment logits, int[] rows, Labels.Single single) {
      this.logits = logits;
      this.rows = rows;
      this.single = single;
    }

    @Override
    public int count() {
      return rows.length;
    }

    @Override
    public int classOf(int row) {
      return single.of(ids[rows[row]]);
    }

    @Override
    public int predicted(int row) {
      return best(logits, rows[row]);
    }

    @Override
    public double probability(int row, int label) {
      double sum = 0;
      for (int c = 0; c < labels.classes(); c++) {
        sum +=
            StrictMath.exp((double) logit(logits, rows[row], c) - logit(logits, rows[row], label));
      }
      return 1 / sum;
    }
  }

  private int best(MemorySegment logits, int row) {
    int best = 0;
    for (int c = 1; c < labels.classes(); c++) {
      best = logit(logits, row, c) > logit(logits, row, best) ? c : best;
    }
    return best;
  }

  private Scores many(MemorySegment logits, int[] rows, Labels.Multi multi) {
    int classes = multi.classes();
    long[] found = new long[3 * classes + 1];
    boolean numbers = areNumbers(logits, rows);
    for (int c = 0; numbers && c < classes; c++) {
      for (int row : rows) {
        boolean predicted = logit(logits, row, c) > 0;
        boolean positive = multi.has(ids[row], c);
        found[3 * c] += predicted && positive ? 1 : 0;
        found[3 * c + 1] += predicted && !positive ? 1 : 0;
        found[3 * c + 2] += !predicted && positive ? 1 : 0;
      }
    }
    found[3 * classes] = rows.length;
    long[] all = counts.sums(found, numbers);
    if (all[3 * classes] == 0) {
      return new Scores(0, Map.of());
    }
    double hits = 0;
    double wrongs = 0;
    double misses = 0;
    double f1Sum = 0;
    double precisionSum = 0;
    int scored = 0;
    for (int c = 0; c < classes; c++) {
      long hit = all[3 * c];
      long wrong = all[3 * c + 1];
      long missed = all[3 * c + 2];
      hits += hit;
      wrongs += wrong;
      misses += missed;
      f1Sum += Metrics.f1((double) hit, (double) wrong, (double) missed);
      if (hit + missed > 0) {
        int column = c;
        precisionSum +=
            counts.ofRanks(
                rows.length,
                i -> logit(logits, rows[i], column),
                i -> multi.has(ids[rows[i]], column),
                Metrics::averagePrecision);
        scored++;
      }
    }
    var scores = new LinkedHashMap<String, Double>();
    double precision = scored == 0 ? 0 : precisionSum / scored;
    if (metric.contains("average precision")) {
      scores.put(Scores.AVERAGE_PRECISION, precision);
    }
    scores.put(Scores.F1_MICRO, Metrics.f1(hits, wrongs, misses));
    scores.put(Scores.F1_MACRO, f1Sum / classes);
    scores.putIfAbsent(Scores.AVERAGE_PRECISION, precision);
    return new Scores(all[3 * classes], scores);
  }

  /**
   * Whether no output of these rows is NaN; workers agree on the result before any of them throws.
   */
  private boolean areNumbers(MemorySegment logits, int[] rows) {
    for (int row : rows) {
      for (int c = 0; c < labels.classes(); c++) {
        if (Float.isNaN(logit(logits, row, c))) {
          return false;
        }
      }
    }
    return true;
  }

  private float logit(MemorySegment logits, int row, int column) {
    return logits.getAtIndex(JAVA_FLOAT, (long) row * labels.classes() + column);
  }
}
