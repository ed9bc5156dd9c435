/**
 * Sampling across workers. Each package below holds one method: its settings, its behaviour and its
 * registration.
 *
 * <pre>
 *   Sampling               the slot sampler: a policy's needs, and how it is opened on a worker
 *     UniformSampling        FastSample (Mostafa et al., 2023): one fused pass
 *     UnfusedSampling        DistDGL (Zheng et al., 2020): separate passes
 *     .weighted              by the weights of edges
 *     .layerwise             FastGCN, LADIES
 *     .cluster               ClusterGCN
 *     .saint                 GraphSAINT
 *     .locality              Song and Jiang
 *     .dgs                   DGS
 *   WorkerSampling         a policy at work: order of the seeds, samplers, listeners of epochs
 *   SamplingContext        the services of a worker for a policy
 *   .columns               the slot columns: which columns of remote rows are pulled
 *   .importance            weights of remote nodes and columns, found by .dgs or .gradients
 *
 *   PickService            draws neighbours for other workers (DistDGL)
 *   CachedNeighbors        neighbours of remote seeds, requested once
 * </pre>
 */
package dev.atoll.train.sampling;
