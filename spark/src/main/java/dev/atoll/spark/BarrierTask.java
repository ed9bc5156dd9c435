package dev.atoll.spark;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.BarrierTaskContext;

/** What a worker does as a task of a {@link BarrierStage}; its place in the stage is its rank. */
@FunctionalInterface
public interface BarrierTask extends Serializable {
  /**
   * Works until the end.
   *
   * @param counters tell the driver how work goes on
   * @return all lines that were told; only the first worker tells any
   */
  List<String> run(BarrierTaskContext context, RunCounters counters) throws IOException;
}
