package dev.atoll.train.evaluate;

import dev.atoll.comm.Communicator;
import java.util.function.Function;

/** The outputs of all workers; each worker holds the outputs of its own nodes. */
public interface Outputs {
  Communicator workers();

  /** The nodes of this worker's rows, in the dataset's own numbers. */
  long[] ids();

  /**
   * Creates an evaluator that gathers the rows of all nodes on one worker. All workers call it
   * together.
   *
   * @param scorer creates the evaluator of the given nodes' rows; called only on that worker
   */
  Evaluator inOnePlace(Function<long[], Evaluator> scorer);
}
