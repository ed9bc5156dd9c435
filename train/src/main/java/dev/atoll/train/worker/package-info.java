/**
 * Workers: the share of a run that one worker opens, and the teams that workers form.
 *
 * <p>A {@link dev.atoll.train.worker.Team} is the run as one of its workers sees it. It opens the
 * worker's {@link dev.atoll.train.worker.Workload}: batches to train on, outputs to evaluate, and
 * the companions that follow training. {@link dev.atoll.train.loop.Training} is written against
 * these two types only and runs unchanged on one worker or many.
 *
 * <pre>
 *   SingleTeam            one worker with the whole graph on its device
 *     FullGraphWork
 *   ShardTeam             workers that each own a shard and serve its data to others
 *     ShardServices         the shard, and the connections to those of other workers
 *     OfferedRows           feature rows, which workers of one machine read in place
 *     SampledShardWork      mini-batches (DistDGL and the methods built on it)
 *       ShardSampling         opens the sampling policy: the steps all workers take together
 *       ShardPlacement        the ranking of rows, and those that are kept
 *       ShardOnDevice         the graph and rows on a device that samples
 *     FullShardWork         full-graph training with a halo exchange
 *       InducedGraph          the training subgraph of inductive training
 *     ShardInference        outputs: resident in memory, or layer by layer
 *   Resources             closes what a worker has opened, in reverse order
 * </pre>
 *
 * <p>Opening is collective: all workers of a team open the same things in the same order, each on
 * its own thread or process, and so do the calls whose documentation says that all workers make
 * them together. A worker joins once and makes its ShardServices; each opener takes these and the
 * TrainingSetup, that is what to train, on which data and device. Rows are served before they are
 * read: the barrier in between is in ShardServices. A team owns the services and the memory of its
 * worker and is closed with the training, also when opening fails. Nodes have the dataset's numbers
 * in {@link dev.atoll.train.data.WorkerData} and in predictions, and numbers after partitioning
 * inside a shard team.
 */
package dev.atoll.train.worker;
