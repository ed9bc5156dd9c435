package dev.atoll.formats.table.nodes;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.graph.EncodedColumn;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import dev.atoll.graph.parallel.Parallel;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Finds columns that determine the class of a node by themselves (leaks), from a sample of the
 * labelled nodes that are not test nodes: a number whose rank has an area under the ROC curve (AUC)
 * close to 1 for some class against the rest, or close to 0; a category whose shares of classes in
 * one half of the sample have such an area in the other half.
 *
 * @param roleOf the role of a node; {@link Split#NONE} without a split
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SoleColumns(
    MemorySegment elements,
    int width,
    long nodes,
    List<EncodedColumn> columns,
    int[] firstFeature,
    LongToIntFunction classOf,
    LongToIntFunction roleOf) {
  private static final double TELLING = 0.99;

  /** The least nodes of a class and of the rest: with fewer, a separation may be chance. */
  private static final int LEAST = 20;

  private static final int MOST_NODES = 100_000;
  private static final int LEAST_NODES = 2_000;

  /** Nodes times columns, and classes times categories, that are looked at. */
  private static final long MOST_VALUES = 20_000_000;

  private static final RandomKey KEY = RandomKey.ofSeed(0).child("sole columns");

  /**
   * A column that gives a class.
   *
   * @param auc of the class against the rest, from 0.5 to 1
   */
  record Found(String column, int label, double auc) {}

  /** The labels of the sample. */
  private record Sample(long[] nodes, int[] labels, int classes) {}

  /** The columns in their order. */
  List<Found> find() {
    Sample sample = sample();
    if (sample.nodes.length < 2 * LEAST) {
      return List.of();
    }
    Found[] found = new Found[columns.size()];
    Parallel.forEach(
        Parallel.allCores(),
        found.length,
        i -> found[i] = best(i, sample).filter(best -> best.auc() >= TELLING).orElse(null));
    return Arrays.stream(found).filter(Objects::nonNull).toList();
  }

  private Sample sample() {
    long eligible = LongStream.range(0, nodes).filter(this::isEligible).count();
    double share = (double) mostNodes(width) / Math.max(1, eligible);
    long[] chosen =
        LongStream.range(0, nodes)
            .filter(node -> isEligible(node) && KEY.unit(node) < share)
            .toArray();
    int[] labels = LongStream.of(chosen).mapToInt(classOf).toArray();
    return new Sample(chosen, labels, IntStream.of(labels).max().orElse(-1) + 1);
  }

  /** The most nodes of a sample. */
  static long mostNodes(int width) {
    return Math.clamp(MOST_VALUES / Math.max(1, width), LEAST_NODES, MOST_NODES);
  }

  private boolean isEligible(long node) {
    return classOf.applyAsInt(node) >= 0 && roleOf.applyAsInt(node) != Split.TEST;
  }

  private Optional<Found> best(int i, Sample sample) {
    EncodedColumn column = columns.get(i);
    if (!column.categories().isEmpty()) {
      return ofCategories(i, sample);
    }
    if (column.numbers() == null) {
      return Optional.empty();
    }
    return IntStream.range(firstFeature[i], firstFeature[i] + column.featureCount())
        .mapToObj(feature -> ofNumbers(column.column(), feature, sample))
        .max(Comparator.comparingDouble(Found::auc));
  }

  private float value(long node, int feature) {
    return elements.get(JAVA_FLOAT_UNALIGNED, (node * width + feature) * Float.BYTES);
  }

  private Found ofNumbers(String column, int feature, Sample sample) {
    long[] order = new long[sample.nodes.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = (long) sortable(value(sample.nodes[i], feature)) << Integer.SIZE | i;
    }
    Arrays.sort(order);
    var areas = new Areas(sample.classes);
    int[] equal = new int[sample.classes];
    int from = 0;
    while (from < order.length) {
      int to = from;
      while (to < order.length && order[to] >> Integer.SIZE == order[from] >> Integer.SIZE) {
        equal[sample.labels[(int) order[to]]]++;
        to++;
      }
      for (int i = from; i < to; i++) {
        int label = sample.labels[(int) order[i]];
        areas.add(label, equal[label], to - from);
        equal[label] = 0;
      }
      areas.below += to - from;
      from = to;
    }
    return areas.best(column, order.length);
  }

  /** A whole number for a float, in the same order. */
  private static int sortable(float value) {
    int bits = Float.floatToIntBits(value + 0f);
    return bits ^ (bits >> 31 & Integer.MAX_VALUE);
  }

  private Optional<Found> ofCategories(int i, Sample sample) {
    int categories = columns.get(i).width() + 1; // the last index is for cells that set no feature
    if ((long) categories * sample.classes > MOST_VALUES) {
      return Optional.empty();
    }
    int[][] known = new int[categories][sample.classes];
    int[][] asked = new int[categories][sample.classes];
    int rows = 0;
    for (int at = 0; at < sample.nodes.length; at++) {
      boolean half = KEY.child("half").unit(sample.nodes[at]) < 0.5;
      (half ? known : asked)[category(sample.nodes[at], i)][sample.labels[at]]++;
      rows += half ? 0 : 1;
    }
    long[] all = IntStream.of(known[0]).asLongStream().toArray();
    for (int category = 1; category < categories; category++) {
      for (int label = 0; label < sample.classes; label++) {
        all[label] += known[category][label];
      }
    }
    Found best = new Found(columns.get(i).column(), 0, 0);
    for (int label = 0; label < sample.classes; label++) {
      double auc = auc(label, known, asked, (double) all[label] / LongStream.of(all).sum(), rows);
      best = auc > best.auc() ? new Found(best.column(), label, auc) : best;
    }
    return Optional.of(best);
  }

  private int category(long node, int column) {
    int width = columns.get(column).width();
    int category = 0;
    while (category < width && value(node, firstFeature[column] + category) == 0) {
      category++;
    }
    return category;
  }

  /** The area of a class by its share among the known nodes of each category. */
  private static double auc(int label, int[][] known, int[][] asked, double share, int rows) {
    double[] scores = new double[known.length];
    Arrays.setAll(
        scores,
        category -> {
          long sum = IntStream.of(known[category]).asLongStream().sum();
          return sum == 0 ? share : (double) known[category][label] / sum;
        });
    int[] order =
        IntStream.range(0, scores.length)
            .boxed()
            .sorted(Comparator.comparingDouble(category -> scores[category]))
            .mapToInt(Integer::intValue)
            .toArray();
    var areas = new Areas(1);
    int from = 0;
    while (from < order.length) {
      int members = 0;
      int group = 0;
      int to = from;
      while (to < order.length && scores[order[to]] == scores[order[from]]) {
        members += asked[order[to]][label];
        group += IntStream.of(asked[order[to]]).sum();
        to++;
      }
      areas.add(0, members, group);
      areas.below += group;
      from = to;
    }
    return areas.auc(0, rows);
  }

  /** Sums of ranks by class; groups of equal values come in ascending order. */
  private static final class Areas {
    private final double[] rankSums;
    private final long[] counts;

    /** Rows in groups that came before. */
    private long below;

    Areas(int classes) {
      rankSums = new double[classes];
      counts = new long[classes];
    }

    /** Adds the members of a class among a group of rows. */
    void add(int label, int members, int group) {
      rankSums[label] += members * (below + (group + 1) / 2.0);
      counts[label] += members;
    }

    /** The area of a class, or of its complement if that is larger; 0 for a rare class. */
    double auc(int label, long rows) {
      long members = counts[label];
      long others = rows - members;
      if (members < LEAST || others < LEAST) {
        return 0;
      }
      double auc = (rankSums[label] - members * (members + 1) / 2.0) / ((double) members * others);
      return Math.max(auc, 1 - auc);
    }

    Found best(String column, long rows) {
      int best = 0;
      for (int label = 1; label < counts.length; label++) {
        best = auc(label, rows) > auc(best, rows) ? label : best;
      }
      return new Found(column, best, auc(best, rows));
    }
  }
}
