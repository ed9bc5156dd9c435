/**
 * CAGNET: Tripathy, Yelick and Buluç, Reducing Communication in Graph Neural Network Training, SC
 * 2020.
 *
 * <pre>
 *   section 4.1, 1D: every process broadcasts its block row of H   WholeBlocks   exchange.rows=all
 * </pre>
 */
package dev.atoll.train.halo.cagnet;
