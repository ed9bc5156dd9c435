/**
 * DGS: "Communication-Efficient Graph Sampling for Distributed GNN Training" (Wan, Chen and Zhang,
 * ICNP 2022). Fewer remote neighbours are drawn, and fewer columns of their rows are pulled: those
 * that explanations of the worker's predictions name.
 *
 * <pre>
 *   DgsSampling        the sampler dgs
 *     GuidedSampling     on a worker
 *       GuidedSampler      Algorithm 1: uniform until importance is known, then by it
 *   TopColumns         columns=top: the most important columns, as published
 *   DrawnColumns       columns=drawn: columns drawn by importance, unbiased, Atoll's own
 *     ExplainedColumns   shared by both
 *   ImportanceSpec     source of importance: explanations, as published, gradients, none
 *     Explanations       the explainer that sampler and columns of a worker share
 *       ExplainerCompanion their life beside training, and their state in checkpoints
 *       .explain           how explanations are found
 *     sampling.gradients  importance from the gradients of training, Atoll's own
 * </pre>
 */
package dev.atoll.train.sampling.dgs;
