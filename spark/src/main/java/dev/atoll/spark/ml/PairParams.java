package dev.atoll.spark.ml;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The columns that a predictor of links and its model have in common. */
interface PairParams extends Params {
  /** The column of one end of an edge, in the nodes' ids. */
  Param<String> srcCol();

  /** The column of the other end. */
  Param<String> dstCol();

  /** The column for what the model says of a pair. */
  Param<String> scoreCol();

  /** The column for how likely a link is. */
  Param<String> probabilityCol();

  /** The pairs' columns with those that a model adds. */
  default StructType withScores(StructType pairs) {
    Schemas.require(pairs, "srcCol", getOrDefault(srcCol()));
    Schemas.require(pairs, "dstCol", getOrDefault(dstCol()));
    StructType all =
        Schemas.with(pairs, "scoreCol", getOrDefault(scoreCol()), DataTypes.DoubleType);
    return Schemas.with(
        all, "probabilityCol", getOrDefault(probabilityCol()), DataTypes.DoubleType);
  }
}
