/**
 * Layer-wise sampling: nodes for a whole layer of targets.
 *
 * <pre>
 *   LayerwiseSampler   from the neighbours of the targets, by a LayerImportance
 *     FastGcnImportance  fixed, with weights of FastGCN: Atoll's restricted form of it
 *     LadiesImportance   by the layer's targets: LADIES
 *     PreferenceImportance  another one, with some nodes favoured
 *   FastGcnSampler     from all nodes, with repetition: FastGCN as published
 *     FastGcnDraw
 * </pre>
 */
package dev.atoll.graph.sample.layerwise;
