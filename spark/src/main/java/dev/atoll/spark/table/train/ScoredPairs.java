package dev.atoll.spark.table.train;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * Rows whose last two columns are embeddings, converted to rows whose last two columns are score
 * and probability, some thousand at a time. If an embedding is missing, both are null.
 */
final class ScoredPairs implements Iterator<Row> {
  /** Scores pairs. */
  interface Decoder {
    /**
     * One score per pair.
     *
     * @param rows of all heads, then of all tails
     */
    float[] of(float[] rows, int pairs) throws IOException;
  }

  private static final int PAIRS_AT_ONCE = 1 << 12;

  private final Iterator<Row> rows;
  private final Decoder decoder;
  private Iterator<Row> ready = List.<Row>of().iterator();

  ScoredPairs(Iterator<Row> rows, Decoder decoder) {
    this.rows = rows;
    this.decoder = decoder;
  }

  @Override
  public boolean hasNext() {
    return ready.hasNext() || rows.hasNext();
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException("all pairs are scored");
    }
    if (!ready.hasNext()) {
      ready = scored(some()).iterator();
    }
    return ready.next();
  }

  private List<Row> some() {
    List<Row> some = new ArrayList<>();
    while (rows.hasNext() && some.size() < PAIRS_AT_ONCE) {
      some.add(rows.next());
    }
    return some;
  }

  private List<Row> scored(List<Row> pairs) {
    List<Row> known = pairs.stream().filter(ScoredPairs::isKnown).toList();
    float[] scores = known.isEmpty() ? new float[0] : scores(known);
    List<Row> all = new ArrayList<>();
    int next = 0;
    for (Row pair : pairs) {
      all.add(isKnown(pair) ? with(pair, (double) scores[next++]) : with(pair, null));
    }
    return all;
  }

  private static boolean isKnown(Row pair) {
    return !pair.isNullAt(pair.size() - 1) && !pair.isNullAt(pair.size() - 2);
  }

  private float[] scores(List<Row> pairs) {
    int width = pairs.getFirst().getList(pairs.getFirst().size() - 1).size();
    float[] values = new float[Math.multiplyExact(2 * pairs.size(), width)];
    for (int i = 0; i < pairs.size(); i++) {
      Row pair = pairs.get(i);
      put(pair.getList(pair.size() - 2), values, i * width);
      put(pair.getList(pair.size() - 1), values, (pairs.size() + i) * width);
    }
    try {
      return decoder.of(values, pairs.size());
    } catch (IOException e) {
      throw new UncheckedIOException("pairs could not be scored", e);
    }
  }

  private static void put(List<Float> row, float[] into, int at) {
    for (int c = 0; c < row.size(); c++) {
      into[at + c] = row.get(c);
    }
  }

  private static Row with(Row pair, Double score) {
    var values = new Object[pair.size()];
    for (int c = 0; c < values.length - 2; c++) {
      values[c] = pair.get(c);
    }
    values[values.length - 2] = score;
    values[values.length - 1] = score == null ? null : 1 / (1 + Math.exp(-score));
    return RowFactory.create(values);
  }
}
