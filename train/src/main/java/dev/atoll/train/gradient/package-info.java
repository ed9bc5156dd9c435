/**
 * Gradient synchronisation between workers: all-reduce, parameter server (synchronous and
 * stale-synchronous), and partial reduce, with which SANCUS is compared as SkipG. {@link
 * dev.atoll.train.gradient.GradientClip} clips the sum.
 */
package dev.atoll.train.gradient;
