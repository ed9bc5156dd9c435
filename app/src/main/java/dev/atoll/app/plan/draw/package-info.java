/**
 * Sampling on a device that need not exist: {@link dev.atoll.app.plan.draw.CountingGpu} has the
 * host draw its batches and counts them, {@link dev.atoll.app.plan.draw.SamplingSpeed} says how
 * long a device takes for that.
 */
package dev.atoll.app.plan.draw;
