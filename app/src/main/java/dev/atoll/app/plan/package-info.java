/**
 * Predicts what recipes cost on a cluster (time, bytes and memory of an epoch) without training
 * them: {@code atoll plan}.
 *
 * <p>{@link dev.atoll.app.plan.Planner} turns every {@link dev.atoll.app.plan.Candidate} into a
 * {@link dev.atoll.app.plan.CostPrediction}, and a {@link dev.atoll.app.plan.Plan} recommends one.
 *
 * <pre>
 *   DryRunShards   the dataset with fewer training nodes, and its partitions, each made once
 *   DryRun         the real workers, samplers and transports on a device that counts kernels
 *                  instead of computing them: exact bytes and memory, work by kernel
 *   SampledRanks   for many workers: dry runs of a few typical parts stand for all
 *   MachineSpeed   the measured speed of this machine ({@code plan.kernel}), kept in the cache
 *   Pricing        dry run × speed on a {@link dev.atoll.app.plan.ClusterSpec} or {@link
 *                  dev.atoll.app.plan.GpuSpec} = seconds by phase
 * </pre>
 *
 * <p>{@code plan.kernel} counts, times and measures kernels; {@code plan.draw} does so for sampling
 * on a GPU that need not exist. {@link dev.atoll.app.plan.LeastMemory} is a quick lower bound that
 * commands check before they start; it needs no dry run.
 *
 * <p>Candidates are predicted one after the other on the calling thread; the workers of a dry run
 * are threads of this process. A dry run leaves no files behind. Results of kernels are not
 * computed unless messages depend on them, and then the prediction says if they were left out.
 */
package dev.atoll.app.plan;
