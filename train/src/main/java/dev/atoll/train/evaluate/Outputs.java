package dev.atoll.train.evaluate;

import dev.atoll.comm.Communicator;
import java.util.function.Function;

/** The outputs of all workers, each of which has those of its nodes. */
public interface Outputs {
  Communicator workers();

  /** The nodes of this worker's rows, in the dataset's own numbers. */
  long[] ids();

  /**
   * An evaluator for which the rows of all nodes are brought to one worker. All workers call it
   * together.
   *
   * @param scorer of rows of the given nodes; asked for on that worker alone
   */
  Evaluator inOnePlace(Function<long[], Evaluator> scorer);
}
