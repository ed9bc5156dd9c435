/**
 * A {@link dev.atoll.tensor.Backend} on one GPU: {@link dev.atoll.cuda.CudaBackend}.
 *
 * <p>Three libraries of the system are called through the foreign function interface, and looked
 * for only when a backend is opened: the driver ({@code libcuda}), the run-time compiler ({@code
 * libnvrtc}) and the matrix library ({@code libcublas}). The kernels are the {@code .cu} resources
 * beside these classes; they are compiled for the GPU at hand when first needed and kept in the
 * user's cache.
 *
 * <pre>
 *   CudaBackend      memory, copies, stream       driver.Gpu, Stream, Staging
 *   CudaKernels      launches for every call      *Launches, driver.Programs, Cublas
 *   *.cu             the kernels                  common.cu is put before each
 * </pre>
 *
 * <p>All work of a backend goes to one stream, in the order of the calls; only downloads and {@link
 * dev.atoll.tensor.Backend#synchronize} wait. Backends of one process share the GPU's context. No
 * kernel adds floats with atomics: the same call gives the same bits.
 */
package dev.atoll.cuda;
