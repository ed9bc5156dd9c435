package dev.atoll.graph.sample.draw;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.RowSlice;
import dev.atoll.graph.memory.RawMemory;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.wording.Choice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Draws neighbours without repetition in proportion to weights, by systematic sampling: the row's
 * weights are laid end to end, k marks are put at equal distances from a random start, and the
 * neighbours under the marks are taken.
 *
 * <p>Neighbour i of weight wᵢ is among the k picks with probability exactly πᵢ = min(1, c·wᵢ),
 * where c makes them sum to k; its correction is 1/πᵢ. Drawing one after the other by weight, or by
 * exponential keys, has no such formula, so sums over those picks cannot be made unbiased. The
 * price: pairs are not independent (two adjacent neighbours of small weight are never drawn
 * together).
 *
 * <p>Running sums of every row are stored (8 bytes per edge), so a pick costs a binary search. A
 * row with a neighbour heavier than the distance of marks is scanned instead.
 */
public final class WeightTable implements RowDraw {
  private static final int CHUNK_ROWS = 4096;

  private final RowSlice rows;

  /** References to the memory, so that it is not released while addresses in it are used. */
  private final List<MemorySegment> memory;

  private final long weights;
  private final long runningSums;
  private final long heaviest;

  private WeightTable(
      RowSlice rows, MemorySegment weights, MemorySegment runningSums, MemorySegment heaviest) {
    this.rows = rows;
    this.memory = List.of(weights, runningSums, heaviest);
    this.weights = RawMemory.address(weights, rows.edgeCount() * Float.BYTES, "weights");
    this.runningSums = runningSums.address();
    this.heaviest = heaviest.address();
  }

  /**
   * A table of weights.
   *
   * @param weights one float32 per edge, in the order of the rows' edges, finite and above 0
   * @param arena holds the table; must let all threads in
   */
  public static WeightTable of(RowSlice rows, MemorySegment weights, Arena arena, int threads) {
    long edges = rows.edgeCount();
    var table =
        new WeightTable(
            rows,
            weights,
            arena.allocate(JAVA_DOUBLE, Math.max(1, edges)),
            arena.allocate(JAVA_FLOAT, Math.max(1, rows.rowCount())));
    Parallel.forEachRange(threads, rows.rowCount(), CHUNK_ROWS, table::addUp);
    return table;
  }

  /** A table of the weights that the rows have. */
  public static WeightTable of(RowSlice rows, Arena arena, int threads) {
    MemorySegment weights =
        rows.weights()
            .orElseThrow(
                () ->
                    new BadDataException(
                        "the edges have no weights, but neighbours are to be drawn by weight;"
                            + " import the dataset from a file with a column or array of weights"));
    return of(rows, weights, arena, threads);
  }

  private void addUp(long fromRow, long toRow) {
    for (long row = fromRow; row < toRow; row++) {
      double sum = 0;
      float largest = 0;
      for (long edge = rows.rowStart(row); edge < rows.rowStart(row + 1); edge++) {
        float weight = RawMemory.floatAt(weights, edge);
        if (!(weight > 0 && weight < Float.POSITIVE_INFINITY)) {
          throw new IllegalArgumentException(
              "weight %s of edge %d (from node %d to node %d): expected a finite number above 0; leave out edges of weight 0, as %s does"
                  .formatted(
                      weight,
                      edge,
                      rows.source(edge),
                      rows.firstRow() + row,
                      Choice.IMPORT.text()));
        }
        sum += weight;
        largest = Math.max(largest, weight);
        RawMemory.setDouble(runningSums, edge, sum);
      }
      RawMemory.setFloat(heaviest, row, largest);
    }
  }

  public long edgeCount() {
    return rows.edgeCount();
  }

  @Override
  public void requireOpen() {
    memory.forEach(data -> RawMemory.requireOpen(data, "weights"));
  }

  /** Draws edges of a row, ascending. */
  @Override
  public void draw(long key, long row, int count, long[] into, int at, long corrections) {
    long start = rows.rowStart(row);
    int degree = (int) rows.inDegree(row);
    if (count == degree) {
      takeAll(start, count, into, at, corrections);
    } else if (count > 0) {
      double distance = RawMemory.doubleAt(runningSums, start + degree - 1) / count;
      if (RawMemory.floatAt(heaviest, row) <= distance) {
        search(RandomKey.unit(key, 0), distance, start, degree, count, into, at, corrections);
      } else {
        new Walk(start, degree, count).draw(RandomKey.unit(key, 0), into, at, corrections);
      }
    }
  }

  private static void takeAll(long start, int count, long[] into, int at, long corrections) {
    for (int i = 0; i < count; i++) {
      into[at + i] = start + i;
      RawMemory.setFloat(corrections, i, 1);
    }
  }

  private void search(
      double offset,
      double distance,
      long start,
      int degree,
      int count,
      long[] into,
      int at,
      long corrections) {
    int from = 0;
    for (int i = 0; i < count; i++) {
      // Bounds keep picks distinct and complete whatever is lost to rounding.
      int position = firstAbove((offset + i) * distance, start, from, degree - count + i);
      into[at + i] = start + position;
      double weight = RawMemory.floatAt(weights, start + position);
      RawMemory.setFloat(corrections, i, (float) (distance / weight));
      from = position + 1;
    }
  }

  private int firstAbove(double mark, long start, int from, int to) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (RawMemory.doubleAt(runningSums, start + middle) > mark) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** A row with neighbours that are always or never picked. */
  private final class Walk {
    private final long start;
    private final int degree;
    private final int count;

    /** Weights from here on are always picked. */
    private double certainFrom = Double.POSITIVE_INFINITY;

    /** Distance of marks among the others. */
    private double distance;

    Walk(long start, int degree, int count) {
      this.start = start;
      this.degree = degree;
      this.count = count;
      spread();
    }

    /** Separates neighbours heavier than the distance, until none of the rest is. */
    private void spread() {
      while (true) {
        double rest = 0;
        double largest = 0;
        int marks = count;
        for (int i = 0; i < degree; i++) {
          double weight = weight(i);
          if (weight >= certainFrom) {
            marks--;
          } else {
            rest += weight;
            largest = Math.max(largest, weight);
          }
        }
        distance = marks == 0 ? Double.POSITIVE_INFINITY : rest / marks;
        if (largest <= distance) {
          return;
        }
        certainFrom = distance;
      }
    }

    private double weight(int position) {
      return RawMemory.floatAt(weights, start + position);
    }

    void draw(double offset, long[] into, int at, long corrections) {
      double mark = offset * distance;
      double sum = 0;
      int picked = 0;
      int left = degree;
      for (int i = 0; picked < count; i++) {
        double weight = weight(i);
        boolean certain = weight >= certainFrom;
        sum += certain ? 0 : weight;
        boolean marked = !certain && sum > mark;
        mark += marked ? distance : 0;
        if (certain || marked || left == count - picked) {
          into[at + picked] = start + i;
          RawMemory.setFloat(corrections, picked, certain ? 1 : (float) (distance / weight));
          picked++;
        }
        left--;
      }
    }
  }
}
