package dev.atoll.spark.ml;

import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The columns that a classifier and its model have in common. */
interface GraphParams extends Params {
  /** The column of the nodes' ids, of any type. */
  Param<String> idCol();

  /** The column for the most likely class. */
  Param<String> predictionCol();

  /** The column for what the model says of every class. */
  Param<String> rawPredictionCol();

  /** The column for the probability of every class. */
  Param<String> probabilityCol();

  /** The column for what the last layer works on. */
  Param<String> embeddingCol();

  /** The nodes' columns with those that a model adds. */
  default StructType withPredictions(StructType nodes) {
    Schemas.require(nodes, "idCol", getOrDefault(idCol()));
    StructType all = with(nodes, rawPredictionCol(), SQLDataTypes.VectorType());
    all = with(all, probabilityCol(), SQLDataTypes.VectorType());
    all = with(all, predictionCol(), DataTypes.DoubleType);
    return with(all, embeddingCol(), SQLDataTypes.VectorType());
  }

  private StructType with(StructType schema, Param<String> column, DataType type) {
    return Schemas.with(schema, column.name(), getOrDefault(column), type);
  }
}
