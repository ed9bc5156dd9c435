package dev.atoll.spark.ml;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.shared.HasProbabilityCol;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The columns that a link predictor and its model have in common.
 *
 * @param <S> the stage itself
 */
public interface PairParams<S> extends FluentParams<S>, HasProbabilityCol {
  /** The Params, which a stage creates before it sets the first default. */
  PairColumns columns();

  /** The column of one end of an edge, in the nodes' ids. */
  default Param<String> srcCol() {
    return columns().src();
  }

  /** The column of the other end. */
  default Param<String> dstCol() {
    return columns().dst();
  }

  /** The column for the decoder's score of a pair. */
  default Param<String> scoreCol() {
    return columns().score();
  }

  /** The column for the probability of a link. */
  @Override
  default Param<String> probabilityCol() {
    return columns().probability();
  }

  default S setSrcCol(String name) {
    return with(srcCol(), name);
  }

  default S setDstCol(String name) {
    return with(dstCol(), name);
  }

  default S setScoreCol(String name) {
    return with(scoreCol(), name);
  }

  default S setProbabilityCol(String name) {
    return with(probabilityCol(), name);
  }

  /** The pairs' columns and the columns that a model adds. */
  default StructType withScores(StructType pairs) {
    Schemas.require(pairs, "srcCol", getOrDefault(srcCol()));
    Schemas.require(pairs, "dstCol", getOrDefault(dstCol()));
    StructType all =
        Schemas.with(pairs, "scoreCol", getOrDefault(scoreCol()), DataTypes.DoubleType);
    return Schemas.with(
        all, "probabilityCol", getOrDefault(probabilityCol()), DataTypes.DoubleType);
  }

  @Override
  default void org$apache$spark$ml$param$shared$HasProbabilityCol$_setter_$probabilityCol_$eq(
      Param<String> unused) {}
}
