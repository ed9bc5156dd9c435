/**
 * Training on graphs that {@link dev.atoll.spark.table.store.ShardTables} has stored: one worker
 * per part, no machine with the whole graph.
 *
 * <p>{@link dev.atoll.spark.table.train.TableTraining} is the entry point; it returns a {@link
 * dev.atoll.spark.table.train.TableRun}, which reads predictions and embeddings as tables in the
 * user's ids.
 *
 * <pre>
 *   driver                                     executors
 *   TableFit: can the graph serve the run?
 *   BarrierStage of TableTasks          →      TableTask: StoredPart to its disk, training,
 *                                              StoredCheckpoints, logits and embeddings to the storage
 *   {@link dev.atoll.spark.table.train.TableRun}: predictions by id      ←      RunRows, one task per part
 *   {@link dev.atoll.spark.table.train.PairTable}: scores of pairs       ←      ScoreTask, one task per share of the pairs
 * </pre>
 *
 * <p>A worker has the edges, the features and the training links of its own part, the labels and
 * the split of all nodes; the first worker also has the validation and test links. Anything else is
 * refused before work begins, or reported as an error where it is read.
 *
 * <p>All workers succeed or fail together. If Spark restarts the stage, workers fetch the last
 * checkpoint from the storage, on any machine. A run that fails deletes its folder; a finished one
 * deletes its checkpoints. Graph and run folders belong to the caller, and the results are readable
 * as long as both exist.
 */
package dev.atoll.spark.table.train;
