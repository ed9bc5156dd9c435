/**
 * Gradient synchronisation between workers: all-reduce, parameter server (synchronous and
 * stale-synchronous), and partial reduce, with which SANCUS is compared under the name SkipG.
 * {@link dev.atoll.train.gradient.GradientClip} clips the sum.
 */
package dev.atoll.train.gradient;
