package dev.atoll.spark;

import java.io.Serializable;
import org.apache.spark.SparkContext;
import org.apache.spark.util.CollectionAccumulator;
import org.apache.spark.util.LongAccumulator;

/**
 * What the first worker adds to while it works. Those with a name are shown by Spark's pages for
 * the stage.
 *
 * @param events all that happened, as lines for the driver
 * @param epochs that are done
 * @param bytes that crossed between workers
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
