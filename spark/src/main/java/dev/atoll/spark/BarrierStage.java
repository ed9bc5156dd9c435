package dev.atoll.spark;

import dev.atoll.comm.PeerException;
import dev.atoll.recipe.engine.RunListener;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.ExceptionFailure;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;

/**
 * Runs all workers at once, as the tasks of one barrier stage. If an executor is lost, Spark starts
 * all of them again; if a worker fails for a cause of its own, which would recur, the job ends.
 */
public record BarrierStage(SparkContext context) {
  private static final String DESCRIPTION = "spark.job.description";

  /** Runs the tasks to their end and returns the events of the first worker, one per line. */
  public List<String> run(int workers, BarrierTask task, RunListener lead) {
    var counters = RunCounters.on(context);
    var relay = new RunEventRelay(counters.events().id(), lead);
    String tag = "atoll-" + UUID.randomUUID();
    String description = context.getLocalProperty(DESCRIPTION);
    var failures = new Failures(context, tag);
    context.addSparkListener(relay);
    context.addSparkListener(failures);
    context.addJobTag(tag); // a group of jobs is the caller's: a notebook cancels by it
    context.setJobDescription("training");
    try {
      List<String> lines = stage(new Call(task, counters), workers).collect();
      relay.pass(lines);
      return lines;
    } catch (Exception e) { // Scala's methods do not declare what they throw
      throw failures.first().orElseGet(() -> failed(e));
    } finally {
      context.removeJobTag(tag);
      context.setJobDescription(description);
      context.removeSparkListener(failures);
      context.removeSparkListener(relay);
    }
  }

  /**
   * Adds a shuffle behind the barrier stage, which makes Spark restart it after a loss: Spark never
   * repeats a barrier stage that is the last of its job.
   */
  private JavaRDD<String> stage(Call task, int workers) {
    JavaRDD<Integer> ranks =
        JavaSparkContext.fromSparkContext(context)
            .parallelize(IntStream.range(0, workers).boxed().toList(), workers);
    RDD<String> events =
        ranks.rdd().barrier().mapPartitions(task, false, ClassTag$.MODULE$.apply(String.class));
    return events.toJavaRDD().repartition(1);
  }

  private static RuntimeException failed(Exception e) {
    return e instanceof SparkException
        ? new IllegalStateException("the Spark job failed: " + e.getMessage(), e)
        : e instanceof RuntimeException other ? other : new IllegalStateException(e);
  }

  /** A task as a function of Scala. */
  private static final class Call extends AbstractFunction1<Iterator<Integer>, Iterator<String>>
      implements Serializable {
    private static final long serialVersionUID = 1;

    private final BarrierTask task;
    private final RunCounters counters;

    Call(BarrierTask task, RunCounters counters) {
      this.task = task;
      this.counters = counters;
    }

    @Override
    public Iterator<String> apply(Iterator<Integer> rank) {
      try {
        return CollectionConverters.asScala(
            task.run(BarrierTaskContext.get(), counters).iterator());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Ends the job if a worker has failed for a cause of its own, not for the loss of another. */
  private static final class Failures extends SparkListener {
    private final SparkContext context;
    private final String tag;
    private RuntimeException first;

    Failures(SparkContext context, String tag) {
      this.context = context;
      this.tag = tag;
    }

    synchronized Optional<RuntimeException> first() {
      return Optional.ofNullable(first);
    }

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
      if (first == null
          && end.reason() instanceof ExceptionFailure failure
          && !failure.className().equals(PeerException.class.getName())) {
        int rank = end.taskInfo().index();
        first =
            ExecutorJava.isTooOld(failure)
                ? ExecutorJava.tooOld(end.taskInfo().host(), failure)
                : new PeerException(
                    rank,
                    "rank %d on executor %s (%s) failed: %s"
                        .formatted(
                            rank,
                            end.taskInfo().executorId(),
                            end.taskInfo().host(),
                            describe(failure)));
        context.cancelJobsWithTag(tag);
      }
    }

    /** The class name and the message of an error; some messages are empty. */
    private static String describe(ExceptionFailure failure) {
      String name = failure.className();
      return name.substring(name.lastIndexOf('.') + 1) + ": " + failure.description();
    }
  }
}
