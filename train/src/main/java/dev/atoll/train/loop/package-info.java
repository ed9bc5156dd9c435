/**
 * The training loop: one loop for mini-batches and the full graph, on one worker and on many.
 *
 * <p>{@link dev.atoll.train.loop.Training} is the entry point: it opens a worker's share of a
 * {@link dev.atoll.train.plan.TrainingPlan}, runs it, and gives access to the trained model.
 *
 * <pre>
 *   Training          opens model, data and team; run() once, then inference() and weights()
 *   TrainingLoop      epochs and steps, evaluation, events, checkpoints
 *   Trainer           a step: forward, loss, backward, gradient synchronisation, optimizer
 *   Optimizer         updates parameters on the device
 *   TrainingHistory   finished epochs, the best one, early stopping
 *     BestWeights       a copy of the best parameters, on the device
 *   RunState          the state that checkpoints save and restore
 *   SyncCompanion     late gradients, saved with the companions
 *   WorkerRecords     timelines gathered from all workers
 * </pre>
 *
 * <p>Every worker runs the loop on one thread, its training thread; other threads prepare batches,
 * compute kernels and serve peers. Workers take the same number of steps and call collectives in
 * the same order. The result is a function of plan, data and partition: the same bits in every run,
 * and after a resumed one, except with asynchronous settings or rules that measure time. A {@code
 * Training} owns its team and device memory, and runs once. A loss, score or weight that is not
 * finite ends the run with a {@link dev.atoll.train.loop.DivergedException}.
 */
package dev.atoll.train.loop;
