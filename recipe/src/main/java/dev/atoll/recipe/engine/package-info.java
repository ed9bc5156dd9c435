/**
 * One run from settings to result, and the engines that start, join and end its workers.
 *
 * <p>{@link dev.atoll.recipe.engine.TrainingRun} is the entry point: it checks the settings,
 * partitions the graph if workers need shards, makes a {@link dev.atoll.recipe.engine.Job}, gives
 * it to an {@link dev.atoll.recipe.engine.Engine} and writes events and results into the run
 * folder.
 *
 * <pre>
 *   TrainingRun → Job → Engine.of(settings)
 *     threads     ThreadsEngine     workers are threads of this process
 *     processes   ProcessesEngine   WorkerProcess starts WorkerProgram, which reads an Invitation
 *     spark       module spark      workers are tasks of a barrier stage
 *   Worker        one worker of any engine: backend, team, data of its shard, training
 *   RunListener   events of the first worker, then the weights and the result
 * </pre>
 *
 * <p>A run on several machines uses processes: the lead sends {@code HostOrders} and files through
 * {@code HostGathering}; {@link dev.atoll.recipe.engine.JoinedHost} stores them in a {@code
 * HostShare}, unless it sees the lead's run folder, and starts the workers of its machine.
 *
 * <p>All workers of a run succeed or fail together, and {@link dev.atoll.recipe.engine.Engine#run}
 * returns when all are done. The caller opens and closes the dataset; weights given to {@link
 * dev.atoll.recipe.engine.RunListener#finished} are valid during that call. Processes get the
 * secret of a run through standard input or a {@code SecretFile}, never by a command line.
 */
package dev.atoll.recipe.engine;
