/**
 * The topology that a layer reads: a {@link dev.atoll.train.block.DeviceBlock} is one layer's
 * bipartite neighbourhood on a device, and an {@link dev.atoll.train.block.EdgeNorm} the weights of
 * its edges. A sampled layer, a whole graph and a shard are blocks alike.
 */
package dev.atoll.train.block;
