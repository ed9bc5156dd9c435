package dev.atoll.spark;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.BarrierTaskContext;

/** The work of one task of a {@link BarrierStage}; its partition index is its rank. */
@FunctionalInterface
public interface BarrierTask extends Serializable {
  /**
   * Works until the end of the run.
   *
   * @param counters report progress to the driver
   * @return all events as lines; only the first worker has any
   */
  List<String> run(BarrierTaskContext context, RunCounters counters) throws IOException;
}
