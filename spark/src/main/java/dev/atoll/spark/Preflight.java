package dev.atoll.spark;

import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import java.time.Duration;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;

/**
 * Checks before work starts whether the cluster can run a job. Spark itself would wait ten minutes
 * for missing slots, and its other errors do not name Atoll's settings.
 */
public record Preflight(SparkSession session, Settings settings) {
  private static final Duration FIRST_EXECUTOR = Duration.ofSeconds(60);
  private static final Duration NEXT_EXECUTOR = Duration.ofSeconds(5);
  private static final long LOOK_MILLIS = 50;

  public void check() {
    requireFixedAllocation();
    requireCores();
    requireSlots();
  }

  private void requireFixedAllocation() {
    if (conf("spark.dynamicAllocation.enabled", "false").equals("true")) {
      throw new SettingsException(
          "spark.dynamicAllocation.enabled=true: workers start together and cannot wait for"
              + " executors to be allocated; start Spark with --conf"
              + " spark.dynamicAllocation.enabled=false and --num-executors or"
              + " --total-executor-cores");
    }
  }

  private void requireCores() {
    int threads = settings.integer(Keys.THREADS);
    int cores = taskCores();
    if (threads > cores) {
      throw new SettingsException(
          "threads=%d, but a task has spark.task.cpus=%d: start Spark with --conf spark.task.cpus=%d, or leave threads out"
              .formatted(threads, cores, threads));
    }
  }

  private int taskCores() {
    return Integer.parseInt(conf("spark.task.cpus", "1"));
  }

  private String conf(String key, String fallback) {
    return session.sparkContext().getConf().get(key, fallback);
  }

  /**
   * Waits for executors, which register one after the other; gives up if none has registered for a
   * while.
   */
  private void requireSlots() {
    int wanted = settings.integer(Keys.WORKERS);
    int found = slots();
    long changed = System.nanoTime();
    while (found < wanted && System.nanoTime() - changed < patience(found).toNanos()) {
      sleep();
      int now = slots();
      changed = now == found ? changed : System.nanoTime();
      found = now;
    }
    if (found < wanted) {
      throw new SettingsException(tooFew(wanted, found));
    }
  }

  private Duration patience(int found) {
    return found == 0
        ? FIRST_EXECUTOR
        : session.sparkContext().isLocal() ? Duration.ZERO : NEXT_EXECUTOR;
  }

  private int slots() {
    SparkContext context = session.sparkContext();
    if (context.isStopped()) {
      throw new SettingsException(
          context.master()
              + " does not answer, or does not accept the application: is the cluster up, and does"
              + " it run Spark "
              + context.version()
              + "?");
    }
    return context.maxNumConcurrentTasks(context.resourceProfileManager().defaultResourceProfile());
  }

  private String tooFew(int wanted, int found) {
    String master = session.sparkContext().master();
    return found == 0
        ? "no executor of %2$s registered within %1$d s: is the cluster up, and has it free cores and memory (spark.executor.memory=%3$s)?"
            .formatted(FIRST_EXECUTOR.toSeconds(), master, conf("spark.executor.memory", "1g"))
        : "workers=%d, but %s has only %d free slots (spark.task.cpus=%d): start more executors or cores, or give --workers %d"
            .formatted(wanted, master, found, taskCores(), found);
  }

  private static void sleep() {
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for executors", e);
    }
  }
}
