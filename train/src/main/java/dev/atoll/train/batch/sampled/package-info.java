/**
 * Mini-batches of sampled neighbourhoods.
 *
 * <p>{@link dev.atoll.train.batch.sampled.SampledBatches} is the source. A schedule prepares
 * batches ahead of the step that computes; each is built in a slot, whose memory is reused.
 *
 * <pre>
 *   SeedOrder         the seeds of every worker and step
 *     SeedSchedule      the seeds of all, shared out evenly (DistDGL)
 *     OwnSchedule       each worker's own seeds
 *     DeviceSchedule    each logical device's own seeds
 *   SampledWork       the parts that all batches of a worker share
 *     InputWork         the sources of their inputs: samplers, stores, columns, norms
 *   SampledSlot       a batch built on the host: an input and a loss
 *     SampledInput      neighbourhoods and rows on the device; knows no loss
 *       Branch            seeds → nodes by hops, each hop's feature rows fetched as a piece
 *       InputRows         the rows, dense or sparse, and their gradients
 *       EdgeArrays        the edges of a block, weighed as a layer needs
 *     RoleBranches      branches of seeds, positives and negatives (ByteGNN)
 *       RoleHops          the hops of one of them
 *       DrawnNodes        their draws, joined hop by hop: a sampler of the input
 *   DeviceSlot        a batch sampled, fetched and weighed on the device: the same bits
 *   SeedLoss          the loss of a batch: nodes with labels, or links with negatives
 *   InputReader       observes input rows and their gradients in some steps
 * </pre>
 *
 * <p>Random numbers are functions of the run's key, the step and the node. So the content of a
 * batch depends neither on the schedule nor on the number of threads, and with the samplers that
 * draw by node neither on the worker that draws. A slot is filled by one stage at a time, on any
 * thread; the training thread reads it until the next batch is requested.
 */
package dev.atoll.train.batch.sampled;
