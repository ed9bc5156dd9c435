package dev.atoll.spark;

import dev.atoll.bench.cluster.StandaloneCluster;
import dev.atoll.spark.bench.TablesTrial;
import dev.atoll.spark.table.OtherFileSystem;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * Sessions for tests: of this process, where it does not matter where tasks run, or of a cluster.
 */
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

  /** A session on a cluster. */
  static SparkSession on(StandaloneCluster cluster, Map<String, String> more) {
    Map<String, String> conf = new HashMap<>(cluster.conf());
    conf.put("spark.master", cluster.master());
    conf.putAll(more);
    return TablesTrial.session(conf);
  }
}
