/**
 * Building blocks of backends, for those of this project: {@link
 * dev.atoll.tensor.device.PooledWorkspace} reuses device memory, {@link
 * dev.atoll.tensor.device.MixedKernels} runs kernels on several number formats, and {@link
 * dev.atoll.tensor.device.BackgroundThreads} runs work beside training.
 */
package dev.atoll.tensor.device;
