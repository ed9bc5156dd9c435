/**
 * The cost of kernels, for the dry runs of {@code atoll plan}.
 *
 * <p>{@link dev.atoll.app.plan.kernel.CountingBackend} stands for a device: its kernels count their
 * work by shape ({@link dev.atoll.app.plan.kernel.WorkCounts}) and compute nothing, except for the
 * calls that a {@link dev.atoll.app.plan.kernel.KernelProbe} times. {@link
 * dev.atoll.app.plan.kernel.Calibration} measures the speed of this machine by kind of work. {@link
 * dev.atoll.app.plan.kernel.KernelPrice} turns counts and measurements into seconds.
 */
package dev.atoll.app.plan.kernel;
