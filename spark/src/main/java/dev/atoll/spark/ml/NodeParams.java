package dev.atoll.spark.ml;

import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.shared.HasPredictionCol;
import org.apache.spark.ml.param.shared.HasProbabilityCol;
import org.apache.spark.ml.param.shared.HasRawPredictionCol;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The columns that a node classifier and its model have in common.
 *
 * <p>Scala gives Spark's shared traits setters of their own for Params that it creates itself; the
 * Params here come from {@link #columns}, so those setters do nothing.
 *
 * @param <S> the stage itself
 */
public interface NodeParams<S>
    extends FluentParams<S>, HasPredictionCol, HasRawPredictionCol, HasProbabilityCol {
  /** The Params, which a stage creates before it sets the first default. */
  NodeColumns columns();

  /** The column of the nodes' ids, of any type. */
  default Param<String> idCol() {
    return columns().id();
  }

  /** The column for the most likely class. */
  @Override
  default Param<String> predictionCol() {
    return columns().prediction();
  }

  /** The column for the scores of all classes, before softmax. */
  @Override
  default Param<String> rawPredictionCol() {
    return columns().rawPrediction();
  }

  /** The column for the probabilities of all classes. */
  @Override
  default Param<String> probabilityCol() {
    return columns().probability();
  }

  /** The column for the input of the last layer. */
  default Param<String> embeddingCol() {
    return columns().embedding();
  }

  default S setIdCol(String name) {
    return with(idCol(), name);
  }

  default S setPredictionCol(String name) {
    return with(predictionCol(), name);
  }

  default S setRawPredictionCol(String name) {
    return with(rawPredictionCol(), name);
  }

  default S setProbabilityCol(String name) {
    return with(probabilityCol(), name);
  }

  default S setEmbeddingCol(String name) {
    return with(embeddingCol(), name);
  }

  /** The nodes' columns and the columns that a model adds. */
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

  @Override
  default void org$apache$spark$ml$param$shared$HasPredictionCol$_setter_$predictionCol_$eq(
      Param<String> unused) {}

  @Override
  default void org$apache$spark$ml$param$shared$HasRawPredictionCol$_setter_$rawPredictionCol_$eq(
      Param<String> unused) {}

  @Override
  default void org$apache$spark$ml$param$shared$HasProbabilityCol$_setter_$probabilityCol_$eq(
      Param<String> unused) {}
}
