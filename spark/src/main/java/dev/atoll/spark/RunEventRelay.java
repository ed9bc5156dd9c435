package dev.atoll.spark;

import dev.atoll.recipe.engine.LeadListener;
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
 * Tells the driver's lead what the first worker has told an accumulator, as its executor's
 * heartbeats bring it. After a stage was started again, epochs that the lead knows are not told
 * twice.
 */
final class RunEventRelay extends SparkListener {
  private final long accumulator;
  private final LeadListener lead;

  private final Set<String> told = new HashSet<>();

  private boolean begun;
  private boolean started;
  private int epochs;
  private int launched;

  RunEventRelay(long accumulator, LeadListener lead) {
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
                    .forEach(info -> tell(lines(info))));
  }

  @SuppressWarnings("unchecked") // the accumulator of this id collects strings
  private static List<String> lines(AccumulableInfo info) {
    return (List<String>) info.update().get();
  }

  /** Tells what has not been told yet. */
  synchronized void tell(List<String> lines) {
    lines.stream().filter(told::add).map(RunEvent::ofLine).forEach(this::tell);
  }

  private void tell(RunEvent event) {
    if (event.backend() != null && !begun) {
      begun = true;
      lead.begins(event.backend());
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
