package dev.atoll.spark;

import dev.atoll.spark.table.OtherFileSystem;
import org.apache.spark.sql.SparkSession;

/** A small session in this process, for tests that need no cluster. */
public final class LocalSpark {
  private LocalSpark() {}

  /** Whoever starts it stops it: a process has one session at a time. */
  public static SparkSession session() {
    return SparkSession.builder()
        .master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.log.level", "ERROR")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.sql.codegen.wholeStage", "false") // compiling takes longer than running
        .config(OtherFileSystem.KEY, OtherFileSystem.class.getName())
        .getOrCreate();
  }
}
