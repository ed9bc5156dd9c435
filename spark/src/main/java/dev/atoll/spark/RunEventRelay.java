package dev.atoll.spark;

import dev.atoll.recipe.engine.RunListener;
import dev.atoll.train.event.TrainEvent;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorMetricsUpdate;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Passes the events that the first worker adds to an accumulator on to the driver's listener, as
 * executor heartbeats deliver them. After a restart of the stage, epochs are not passed twice.
 */
final class RunEventRelay extends SparkListener {
  private final long accumulator;
  private final RunListener lead;

  private final Set<String> passed = new HashSet<>();

  private boolean begun;
  private boolean started;
  private int epochs;
  private int launched;

  RunEventRelay(long accumulator, RunListener lead) {
    this.accumulator = accumulator;
    this.lead = lead;
  }

  @Override
  public void onExecutorMetricsUpdate(SparkListenerExecutorMetricsUpdate update) {
    CollectionConverters.asJava(update.accumUpdates())
        .forEach(
            task ->
                CollectionConverters.asJava(task._4()).stream()
                    .filter(info -> info.id() == accumulator && info.update().isDefined())
                    .forEach(info -> pass(lines(info))));
  }

  @SuppressWarnings("unchecked") // the accumulator of this id collects strings
  private static List<String> lines(AccumulableInfo info) {
    return (List<String>) info.update().get();
  }

  /** Passes on the events that are new. */
  synchronized void pass(List<String> lines) {
    lines.stream().filter(passed::add).map(RunEvent::ofLine).forEach(this::pass);
  }

  private void pass(RunEvent event) {
    if (event.backend() != null && !begun) {
      begun = true;
      lead.started(event.backend());
    }
    if (event.started() != null) {
      start(event.started());
    }
    if (event.epoch() != null) {
      finish(event.epoch());
    }
    if (event.launched() != null && event.launched().epoch() == launched) {
      launched++;
      lead.on(event.launched());
    }
    Stream.of(event.recorded(), event.explained()).filter(Objects::nonNull).forEach(lead::on);
  }

  private void start(TrainEvent.Started event) {
    if (started) {
      event.done().forEach(this::finish);
    } else {
      started = true;
      epochs = event.done().size();
      launched = epochs;
      lead.on(event);
    }
  }

  private void finish(TrainEvent.EpochFinished event) {
    if (event.epoch() == epochs) {
      epochs++;
      lead.on(event);
    }
  }
}
