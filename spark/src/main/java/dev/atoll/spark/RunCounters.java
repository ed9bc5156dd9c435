package dev.atoll.spark;

import java.io.Serializable;
import org.apache.spark.SparkContext;
import org.apache.spark.util.CollectionAccumulator;
import org.apache.spark.util.LongAccumulator;

/**
 * The accumulators of the first worker. Spark's page of the stage shows the named ones.
 *
 * @param events of the run, as lines for the driver
 * @param epochs finished
 * @param bytes sent between workers
 */
public record RunCounters(
    CollectionAccumulator<String> events, LongAccumulator epochs, LongAccumulator bytes)
    implements Serializable {

  static RunCounters on(SparkContext context) {
    var events = new CollectionAccumulator<String>();
    context.register(events);
    return new RunCounters(
        events,
        context.longAccumulator("epochs"),
        context.longAccumulator("bytes between workers"));
  }
}
