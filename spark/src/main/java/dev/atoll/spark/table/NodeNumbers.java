package dev.atoll.spark.table;

import static org.apache.spark.sql.functions.col;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Gives every node a number, 0 to n − 1: the same for the same ids, whatever the order of the rows,
 * as long as {@code spark.sql.shuffle.partitions} is the same.
 */
final class NodeNumbers {
  static final String NUMBER = "number";

  private NodeNumbers() {}

  /** A table of {@code id, number} in a folder. */
  static Dataset<Row> write(Dataset<Row> ids, Storage folder) {
    SparkSession spark = ids.sparkSession();
    int tasks = Integer.parseInt(spark.conf().get("spark.sql.shuffle.partitions"));
    StructType schema =
        new StructType()
            .add(ids.schema().apply(GraphTables.ID))
            .add(NUMBER, DataTypes.LongType, false);
    var numbered =
        ids.repartition(tasks, col(GraphTables.ID))
            .sortWithinPartitions(GraphTables.ID)
            .javaRDD()
            .zipWithIndex()
            .map(pair -> RowFactory.create(pair._1().get(0), pair._2()));
    spark.createDataFrame(numbered, schema).write().parquet(folder.folder());
    return spark.read().parquet(folder.folder());
  }
}
