/**
 * Number formats in which embeddings, gradients and feature rows travel between workers ({@code
 * exchange.codec}).
 *
 * <pre>
 *   fp32   Fp32   4 bytes per element, exact
 *   fp16   Fp16   2 bytes, IEEE half precision
 *   bf16   Bf16   2 bytes, the range of float32
 *   int8   Int8   1 byte and 4 per row; error feedback as in Seide et al., 1-Bit Stochastic Gradient
 *                 Descent, INTERSPEECH 2014
 * </pre>
 */
package dev.atoll.train.halo.codec;
