/**
 * The CUDA libraries of the system, called through the foreign function interface, and the classes
 * directly on top of them.
 *
 * <p>{@code Driver}, {@link dev.atoll.cuda.driver.Nvrtc} and {@link dev.atoll.cuda.driver.Cublas}
 * bind the driver, the run-time compiler and cuBLAS. A {@link dev.atoll.cuda.driver.Gpu} holds the
 * context and the compiled {@link dev.atoll.cuda.driver.Programs}, which all backends of a process
 * share. A {@link dev.atoll.cuda.driver.Stream} queues launches, whose parameters are {@link
 * dev.atoll.cuda.driver.Arguments}, and copies, which pass through {@link
 * dev.atoll.cuda.driver.PinnedMemory}.
 *
 * <p>Any thread may add work to a stream. Objects own their native resources and free them on
 * close; {@link dev.atoll.cuda.driver.Opened} closes several together. Failed calls throw {@link
 * dev.atoll.cuda.driver.DriverException}.
 */
package dev.atoll.cuda.driver;
