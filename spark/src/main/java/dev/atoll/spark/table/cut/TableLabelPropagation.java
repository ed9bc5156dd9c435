package dev.atoll.spark.table.cut;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.max_by;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import dev.atoll.spark.table.GraphTables;
import dev.atoll.spark.table.number.IdNumbers;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Distributed label propagation with bounded parts: no machine holds the graph. In every round each
 * node wishes for the part p with the largest
 *
 * <pre>  neighbours in p / neighbours  −  load(p) / capacity(p)</pre>
 *
 * where the load is that of nodes or edges, whichever is tighter. Wishes for a part are granted at
 * random, up to its capacity for nodes, edges, and training, validation and test nodes (after
 * Martella et al., <i>Spinner</i>, ICDE 2017, here with several constraints).
 *
 * @param rounds at most; it ends when few nodes move
 * @param tolerance how far above the mean a part may go
 */
public record TableLabelPropagation(int rounds, double tolerance) implements TablePartitioner {
  /** The default tolerance of a part's load above the mean. */
  public static final double TOLERANCE = 0.05;

  private static final List<String> LOADS =
      List.of("nodes", "edges", "train", "validation", "test");

  /** The number of the first loads, to which every node adds. */
  private static final int FOR_ALL = 2;

  private static final double FEW = 0.002;
  private static final long LOTS = 1L << 30;

  /** Creates a partitioner with 20 rounds and parts at most 5 % above the mean. */
  public TableLabelPropagation() {
    this(20, TOLERANCE);
  }

  @Override
  public Dataset<Row> cut(Dataset<Row> nodes, Dataset<Row> edges, int parts, String scratch) {
    Dataset<Row> pairs =
        edges
            .select(col("s").as("u"), col("d").as("v"))
            .union(edges.select(col("d").as("u"), col("s").as("v")))
            .filter(col("u").notEqual(col("v")));
    Dataset<Row> first = new HashPartitioner().cut(nodes, edges, parts, scratch);
    Dataset<Row> state = written(weighted(nodes, pairs, first), scratch + "/round-0");
    for (int round = 1; round <= rounds; round++) {
      double[][] loads = loads(state, parts, col(PART));
      Dataset<Row> wishes = written(preferences(state, pairs, loads), scratch + "/wishes-" + round);
      double[][] wished = loads(wishes.filter(col("wish").notEqual(col(PART))), parts, col("wish"));
      state = written(granted(wishes, loads, wished, round), scratch + "/round-" + round);
      if (Arrays.stream(wished).mapToDouble(load -> load[0]).sum() < FEW * total(loads, 0)) {
        break;
      }
    }
    return state.select(IdNumbers.NUMBER, PART);
  }

  private static Dataset<Row> written(Dataset<Row> rows, String folder) {
    SparkSession spark = rows.sparkSession();
    rows.write().parquet(folder);
    return spark.read().parquet(folder);
  }

  /** The nodes with their parts and weights. */
  private static Dataset<Row> weighted(
      Dataset<Row> nodes, Dataset<Row> pairs, Dataset<Row> places) {
    Dataset<Row> degrees =
        pairs.groupBy(col("u").as(IdNumbers.NUMBER)).agg(count(lit(1)).as("edges"));
    Column role = col(GraphTables.SPLIT);
    return nodes
        .join(places, IdNumbers.NUMBER)
        .join(degrees, new String[] {IdNumbers.NUMBER}, "left")
        .select(
            col(IdNumbers.NUMBER),
            col(PART),
            lit(1L).as("nodes"),
            coalesce(col("edges"), lit(0L)).as("edges"),
            one(role.equalTo("train")).as("train"),
            one(role.isin("validation", "val")).as("validation"),
            one(role.equalTo("test")).as("test"));
  }

  private static Column one(Column condition) {
    return when(condition, 1L).otherwise(0L);
  }

  /** The loads of every part, in the present assignment or after the moves. */
  private static double[][] loads(Dataset<Row> rows, int parts, Column part) {
    Column[] sums = LOADS.stream().map(name -> sum(name)).toArray(Column[]::new);
    double[][] loads = new double[parts][LOADS.size()];
    Dataset<Row> all =
        rows.groupBy(part.as("of")).agg(sums[0], Arrays.copyOfRange(sums, 1, sums.length));
    for (Row row : all.collectAsList()) {
      for (int i = 0; i < LOADS.size(); i++) {
        loads[row.getInt(0)][i] = row.getLong(i + 1);
      }
    }
    return loads;
  }

  private static double total(double[][] loads, int of) {
    return Arrays.stream(loads).mapToDouble(load -> load[of]).sum();
  }

  private double capacity(double[][] loads, int of) {
    return (1 + tolerance) * total(loads, of) / loads.length;
  }

  /** The nodes, each with its best part. */
  private Dataset<Row> preferences(Dataset<Row> state, Dataset<Row> pairs, double[][] loads) {
    Column fullness = byPart(fullness(loads), col("near"));
    Dataset<Row> near =
        pairs
            .join(state.select(col(IdNumbers.NUMBER).as("v"), col(PART).as("near")), "v")
            .groupBy("u", "near")
            .agg(count(lit(1)).as("links"))
            .withColumnRenamed("u", IdNumbers.NUMBER);
    Dataset<Row> scored =
        near.join(state.select(IdNumbers.NUMBER, PART, "edges"), IdNumbers.NUMBER)
            .withColumn("score", col("links").divide(col("edges")).minus(fullness));
    Dataset<Row> best =
        scored
            .groupBy(col(IdNumbers.NUMBER), col(PART))
            .agg(
                max_by(col("near"), col("score")).as("best"),
                max("score").as("most"),
                max(when(col("near").equalTo(col(PART)), col("score"))).as("here"));
    Column stay = coalesce(col("here"), lit(0).minus(byPart(fullness(loads), col(PART))));
    Dataset<Row> wished =
        best.select(
            col(IdNumbers.NUMBER),
            when(col("most").gt(stay), col("best")).otherwise(col(PART)).as("wish"));
    return state
        .join(wished, new String[] {IdNumbers.NUMBER}, "left")
        .withColumn("wish", coalesce(col("wish"), col(PART)));
  }

  /** How full each part is, in nodes or edges, to which every node adds. */
  private double[] fullness(double[][] loads) {
    double[] fullness = new double[loads.length];
    for (int part = 0; part < loads.length; part++) {
      for (int i = 0; i < FOR_ALL; i++) {
        if (total(loads, i) > 0) {
          fullness[part] = Math.max(fullness[part], loads[part][i] / capacity(loads, i));
        }
      }
    }
    return fullness;
  }

  /** The share of wishes for each part that one of the loads permits. */
  private double[] chances(double[][] loads, double[][] wished, int of) {
    double[] chances = new double[loads.length];
    for (int part = 0; part < loads.length; part++) {
      double free = Math.max(0, capacity(loads, of) - loads[part][of]);
      chances[part] = free < wished[part][of] ? free / wished[part][of] : 1;
    }
    return chances;
  }

  private static Column byPart(double[] values, Column part) {
    Column[] columns = Arrays.stream(values).mapToObj(value -> lit(value)).toArray(Column[]::new);
    return element_at(array(columns), part.plus(1));
  }

  /**
   * Whether a wish is granted: it must pass the lot of every load to which the node adds. Lots
   * depend on number and round, so they are equal in every run.
   */
  private Dataset<Row> granted(
      Dataset<Row> wishes, double[][] loads, double[][] wished, int round) {
    Column chance = lit(1.0);
    for (int i = 0; i < LOADS.size(); i++) {
      Column one = byPart(chances(loads, wished, i), col("wish"));
      chance = least(chance, when(col(LOADS.get(i)).gt(0), one).otherwise(1.0));
    }
    Column lot = pmod(xxhash64(col(IdNumbers.NUMBER), lit(round)), lit(LOTS)).divide(LOTS);
    Column moves = col("wish").notEqual(col(PART)).and(lot.lt(chance));
    return wishes.withColumn(PART, when(moves, col("wish")).otherwise(col(PART))).drop("wish");
  }
}
