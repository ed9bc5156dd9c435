package dev.atoll.spark;

import dev.atoll.spark.table.OtherFileSystem;
import org.apache.spark.sql.SparkSession;

/** A session of this process, for tests that do not depend on where tasks run. */
public final class LocalSpark {
  private LocalSpark() {}

  /** The test that starts it stops it: a process has one session at a time. */
  public static SparkSession session() {
    return SparkSession.builder()
        .master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.log.level", "ERROR")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.sql.codegen.wholeStage", "false") // compiling takes longer than running
        .config("spark.sql.adaptive.enabled", "false")
        .config(OtherFileSystem.KEY, OtherFileSystem.class.getName())
        .getOrCreate();
  }
}
