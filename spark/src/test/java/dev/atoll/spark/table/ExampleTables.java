package dev.atoll.spark.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** A graph of communities as tables whose ids are texts, in no order. */
public final class ExampleTables {
  public static final int NODES = 240;
  private static final int CLASSES = 4;
  private static final int WIDTH = 8;

  private ExampleTables() {}

  public static String id(int node) {
    return "node " + Integer.toHexString(node * 7919);
  }

  public static List<Row> nodeRows() {
    var random = new Random(1);
    List<Row> rows = new ArrayList<>();
    for (int v = 0; v < NODES; v++) {
      int label = v % CLASSES;
      var cells = new ArrayList<Double>();
      for (int c = 0; c < WIDTH; c++) {
        cells.add(random.nextGaussian() + (c % CLASSES == label ? 1 : 0));
      }
      String role = v % 10 < 6 ? "train" : v % 10 < 8 ? "validation" : "test";
      rows.add(RowFactory.create(id(v), cells, label, role));
    }
    Collections.shuffle(rows, random);
    return rows;
  }

  /** Five edges per node, most of them inside its class. */
  public static List<Row> edgeRows() {
    var random = new Random(2);
    List<Row> rows = new ArrayList<>();
    for (int v = 0; v < NODES; v++) {
      for (int e = 0; e < 5; e++) {
        int other =
            random.nextInt(10) < 8
                ? random.nextInt(NODES / CLASSES) * CLASSES + v % CLASSES
                : random.nextInt(NODES);
        rows.add(RowFactory.create(id(v), id(other)));
      }
    }
    return rows;
  }

  public static Dataset<Row> nodes(SparkSession spark, List<Row> rows) {
    return spark.createDataFrame(
        rows,
        new StructType()
            .add("id", DataTypes.StringType)
            .add("features", DataTypes.createArrayType(DataTypes.DoubleType))
            .add("label", DataTypes.IntegerType)
            .add("split", DataTypes.StringType));
  }

  public static Dataset<Row> edges(SparkSession spark, List<Row> rows) {
    return spark.createDataFrame(
        rows, new StructType().add("src", DataTypes.StringType).add("dst", DataTypes.StringType));
  }

  /** Pairs inside classes and across them, by {@code together}, and one with a stranger. */
  public static Dataset<Row> pairs(SparkSession spark) {
    var random = new Random(3);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      int a = random.nextInt(NODES);
      int b = random.nextInt(NODES);
      rows.add(RowFactory.create(id(a), id(b), a % CLASSES == b % CLASSES ? 1.0 : 0.0));
    }
    rows.add(RowFactory.create("stranger", id(1), 0.0));
    return spark.createDataFrame(
        rows,
        new StructType()
            .add("src", DataTypes.StringType)
            .add("dst", DataTypes.StringType)
            .add("together", DataTypes.DoubleType));
  }

  /** Both tables. */
  public static GraphTables tables(SparkSession spark) {
    return GraphTables.of(nodes(spark, nodeRows()), edges(spark, edgeRows()));
  }
}
