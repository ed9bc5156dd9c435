package dev.atoll.spark.table.cut;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.xxhash64;

import dev.atoll.spark.table.number.IdNumbers;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Assigns nodes at random: parts of about equal size, with nearly all edges between parts. */
public record HashPartitioner() implements TablePartitioner {
  @Override
  public Dataset<Row> cut(Dataset<Row> nodes, Dataset<Row> edges, int parts, String scratch) {
    return nodes.select(
        col(IdNumbers.NUMBER),
        pmod(xxhash64(col(IdNumbers.NUMBER)), lit(parts)).cast("int").as(PART));
  }
}
