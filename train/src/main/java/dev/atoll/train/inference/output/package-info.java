/**
 * Inference: the outputs of a model for nodes with all their neighbours.
 *
 * <pre>
 *   {@link dev.atoll.train.inference.output.ResidentOutputs}    all rows and edges of a worker in memory, one forward pass
 *   {@link dev.atoll.train.inference.output.LayerwiseOutputs}   layer by layer in chunks of targets; sources are read from a store
 * </pre>
 *
 * Both give the same bits on the host. The first is faster if the same nodes are requested
 * repeatedly; the second takes little memory, and computes only the requested rows and the rows
 * that these need.
 */
package dev.atoll.train.inference.output;
