/**
 * Draws of k neighbours of one node without repetition, each with a known probability.
 *
 * <pre>
 *   UniformDraw     every set of k alike
 *   RowDraw         the others: a draw and its corrections, 1 / probability
 *     WeightTable      in proportion to edge weights
 *     LocalityDraw     favoured nodes s times as likely
 *     GuidedDraw       fewer remote neighbours (DGS), by a LocalBias
 * </pre>
 */
package dev.atoll.graph.sample.draw;
