/**
 * Salience, Atoll's own: importance of remote nodes and columns from the gradients that training
 * computes anyway, {@code |x·∂loss/∂x|} of input rows.
 *
 * <pre>
 *   Salience        beside training: reads gradients in some steps, ranks after each period
 *     SalienceMeter   the running means
 *     SalientRanking  the means at the end of a period
 *   SalienceSpec    the settings
 * </pre>
 */
package dev.atoll.train.sampling.salience;
