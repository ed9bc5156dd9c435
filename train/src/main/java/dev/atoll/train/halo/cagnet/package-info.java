/**
 * CAGNET: Tripathy, Yelick and Buluç, Reducing Communication in Graph Neural Network Training, SC
 * 2020.
 *
 * <pre>
 *   1D algorithm: every process broadcasts its block of rows   WholeBlocks   recipe cagnet
 * </pre>
 */
package dev.atoll.train.halo.cagnet;
