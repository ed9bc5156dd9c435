package dev.atoll.spark.ml;

import dev.atoll.graph.wording.Suggestion;
import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;

/** Checks the columns that stages read, and adds the columns that they write. */
final class Schemas {
  private Schemas() {}

  /** The type of a required column. */
  static DataType require(StructType schema, String param, String name) {
    List<String> there = List.of(schema.fieldNames());
    if (!there.contains(name)) {
      throw new IllegalArgumentException(Suggestion.unknown("column of " + param, name, there));
    }
    return schema.apply(name).dataType();
  }

  static boolean has(StructType schema, String name) {
    return List.of(schema.fieldNames()).contains(name);
  }

  /** A column by its full name, which may contain dots. */
  static Column column(String name) {
    return functions.col(quoted(name));
  }

  static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** Requires a column of vectors or of arrays of numbers. */
  static void requireFeatures(StructType schema, String name) {
    DataType type = require(schema, "featuresCol", name);
    boolean numbers =
        type.equals(SQLDataTypes.VectorType())
            || (type instanceof ArrayType array && array.elementType() instanceof NumericType);
    if (!numbers) {
      throw new IllegalArgumentException(
          "featuresCol '%s' is %s: expected a vector or an array of numbers; see VectorAssembler"
              .formatted(name, type.simpleString()));
    }
  }

  /** Checks a column of classes, which are numbers; the column is optional. */
  static void requireLabels(StructType schema, String name) {
    if (has(schema, name) && !(schema.apply(name).dataType() instanceof NumericType)) {
      throw new IllegalArgumentException(
          "labelCol '%s' is %s: expected numbers from 0 on; put a StringIndexer before this stage, and IndexToString behind it to have the names back"
              .formatted(name, schema.apply(name).dataType().simpleString()));
    }
  }

  static StructType with(StructType schema, String param, String name, DataType type) {
    if (has(schema, name)) {
      throw new IllegalArgumentException(
          "%s '%s' is there already: drop it, or choose another name".formatted(param, name));
    }
    return schema.add(name, type, true);
  }
}
