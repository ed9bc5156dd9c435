package dev.atoll.spark;

import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import scala.Option;

/**
 * The connection to a Spark cluster: the session of the calling program, or a new one, which is
 * stopped on close.
 */
final class SparkConnection implements AutoCloseable {
  private final SparkSession session;
  private final boolean own;

  private SparkConnection(SparkSession session, boolean own) {
    this.session = session;
    this.own = own;
  }

  static SparkConnection of(Settings settings) {
    Option<SparkSession> there = SparkSession.getDefaultSession();
    return there.isDefined()
        ? new SparkConnection(there.get(), false)
        : new SparkConnection(SparkSession.builder().config(conf(settings)).getOrCreate(), true);
  }

  /** The Spark configuration; settings of {@code spark-submit} take precedence. */
  private static SparkConf conf(Settings settings) {
    var conf = new SparkConf();
    conf.setIfMissing("spark.master", settings.get(Keys.MASTER));
    conf.setIfMissing("spark.app.name", "atoll " + settings.get(Keys.DATA));
    conf.setIfMissing("spark.log.level", "ERROR");
    conf.setIfMissing("spark.ui.showConsoleProgress", "false");
    // heartbeats carry the progress of a run
    conf.setIfMissing("spark.executor.heartbeatInterval", "1s");
    String options = conf.get(ExecutorNeeds.OPTIONS_KEY, "");
    conf.set(ExecutorNeeds.OPTIONS_KEY, (ExecutorNeeds.OPTIONS + " " + options).strip());
    if (settings.integer(Keys.THREADS) > 0) {
      conf.setIfMissing("spark.task.cpus", settings.text(Keys.THREADS));
    }
    ownJar(conf);
    return conf;
  }

  /** Ships the jar with everything that executors need of Atoll, without the command line. */
  private static void ownJar(SparkConf conf) {
    String[] jar = JavaSparkContext.jarOfClass(SparkConnection.class);
    if (jar.length > 0) {
      conf.setIfMissing("spark.jars", jar[0]);
    }
  }

  SparkSession session() {
    return session;
  }

  @Override
  public void close() {
    if (own) {
      session.stop();
    }
  }
}
