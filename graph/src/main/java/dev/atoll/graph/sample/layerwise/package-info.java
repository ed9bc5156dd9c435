/** Layer-wise sampling: nodes for a whole layer of targets, as in FastGCN and LADIES. */
package dev.atoll.graph.sample.layerwise;
