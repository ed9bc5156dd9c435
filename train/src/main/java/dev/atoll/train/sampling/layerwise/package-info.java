/**
 * Sampling of nodes for whole layers.
 *
 * <pre>
 *   FastGcnSampling   FastGCN (Chen, Ma and Xiao, ICLR 2018), section 3.1: importance sampling
 *   LadiesSampling    LADIES (Zou et al., NeurIPS 2019), algorithm 1: layer-dependent importance
 * </pre>
 *
 * The draws themselves are {@link dev.atoll.graph.sample.layerwise}.
 */
package dev.atoll.train.sampling.layerwise;
