/**
 * Training on stored graphs, driven by {@link dev.atoll.spark.table.train.TableTraining}.
 *
 * <pre>
 *   driver                                     executors
 *   TableFit: can the graph serve the run?
 *   BarrierStage of TableTasks          →      TableTask: StoredPart to its disk, training,
 *                                              StoredCheckpoints, logits and embeddings to the storage
 *   {@link dev.atoll.spark.table.train.TableRun}: predictions by id      ←      RunRows, one task per part
 *   {@link dev.atoll.spark.table.train.PairTable}: scores of pairs       ←      ScoreTask, one task per share of the pairs
 * </pre>
 */
package dev.atoll.spark.table.train;
