/**
 * Importance of remote nodes and columns from the gradients that training computes anyway, {@code
 * |x·∂loss/∂x|} of input rows: Atoll's own.
 *
 * <pre>
 *   GradientImportance   beside training: reads gradients in some steps, ranks after each period
 *     GradientMeter        the running means
 *     GradientRanking      the means at the end of a period
 *   GradientSpec         the settings
 * </pre>
 */
package dev.atoll.train.sampling.gradients;
