package dev.atoll.cuda;

import dev.atoll.cuda.driver.Cublas;
import dev.atoll.cuda.driver.DriverException;
import dev.atoll.cuda.driver.Gpu;
import dev.atoll.cuda.driver.Opened;
import dev.atoll.cuda.driver.Staging;
import dev.atoll.cuda.driver.Stream;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.tensor.device.MixedKernels;
import dev.atoll.tensor.device.PooledWorkspace;
import dev.atoll.tensor.sample.Adjacency;
import dev.atoll.tensor.sample.DeviceGraph;
import dev.atoll.tensor.sample.SamplingBackend;
import java.lang.foreign.MemorySegment;

/**
 * One GPU: its memory, and kernels that run on it asynchronously to the host. Several backends of
 * one process may share a GPU, each with its own stream.
 *
 * <pre>{@code
 * try (var gpu = CudaBackend.open(CudaOptions.of(1)); var memory = gpu.newWorkspace()) {
 *   Matrix x = memory.matrix(1000, 128);
 *   gpu.kernels().fill(1, x);
 *   gpu.synchronize();
 * }
 * }</pre>
 */
public final class CudaBackend implements SamplingBackend {
  /** {@link #flopsPerByte}: tensor cores gain more than rows that are read from the cache. */
  public static final double FLOPS_PER_BYTE = 15;

  private final int threads;
  private final Device device;
  private final Gpu gpu;
  private final long cacheBytes;
  private final Opened opened = new Opened();
  private final Stream stream;
  private final Staging staging;
  private final Kernels kernels;
  private final DType activations;
  private final String description;
  private final long memoryBytes;

  private CudaBackend(CudaOptions options, Gpu gpu, Cublas.Library library) {
    this.gpu = gpu;
    threads = options.threads();
    memoryBytes = gpu.memoryBytes();
    device = new Device(Device.Kind.CUDA, options.ordinal());
    cacheBytes = options.cacheBytes() > 0 ? options.cacheBytes() : gpu.cacheBytes();
    activations = options.activations();
    Cublas cublas;
    try {
      stream = opened.add(new Stream(gpu), Stream::close);
      var scratch = opened.add(new ScratchBuffer(stream), ScratchBuffer::close);
      cublas = opened.add(new Cublas(library, gpu, stream, options.tensorFloats()), Cublas::close);
      staging = opened.add(new Staging(gpu, stream), Staging::close);
      kernels = kernels(scratch, cublas);
      opened.add(stream, Stream::synchronize);
    } catch (RuntimeException | Error e) {
      throw opened.closeAfter(e);
    }
    description =
        "%s, %s, cuBLAS %s%s%s"
            .formatted(
                device,
                gpu.describe(),
                cublas.version(),
                options.tensorFloats() ? " (TF32)" : "",
                activations == DType.F32 ? "" : ", activations " + activations);
  }

  private Kernels kernels(ScratchBuffer scratch, Cublas cublas) {
    boolean full = activations == DType.F32;
    var direct = new CudaKernels(new Launcher(gpu, stream, scratch, cacheBytes, !full), cublas);
    return full
        ? direct
        : opened.add(
            new MixedKernels(direct, newWorkspace(), CudaKernels.MIXED), MixedKernels::close);
  }

  /**
   * Opens a GPU.
   *
   * @throws CudaException if the GPU, its driver or a library is missing
   */
  public static CudaBackend open(CudaOptions options) {
    try {
      Gpu gpu = Gpu.open(options.ordinal());
      // A missing library fails here, before anything is allocated, not in the middle of a run.
      Cublas.Library library = Cublas.Library.load();
      gpu.kernel(ElementLaunches.ELEMENTS, "fill_4");
      return new CudaBackend(options, gpu, library);
    } catch (DriverException e) {
      throw new CudaException(e.getMessage(), e);
    }
  }

  @Override
  public Device device() {
    return device;
  }

  @Override
  public Kernels kernels() {
    return kernels;
  }

  @Override
  public long freeBytes() {
    return gpu.freeBytes();
  }

  @Override
  public DType activations() {
    return activations;
  }

  @Override
  public boolean skipsZeros() {
    return true;
  }

  @Override
  public boolean fusesAttention() {
    return true;
  }

  @Override
  public double flopsPerByte() {
    return FLOPS_PER_BYTE;
  }

  @Override
  public Backend newHostBackend(int threads) {
    return CpuBackend.open(threads);
  }

  @Override
  public DeviceGraph sampling(Adjacency graph) {
    return sampling(graph, CudaSampling.MOST);
  }

  /** A sampling whose graph may take a share of the free memory. */
  DeviceGraph sampling(Adjacency graph, double most) {
    return new CudaSampling(gpu, device, stream, cacheBytes, threads, graph, most);
  }

  @Override
  public Workspace newWorkspace() {
    return new PooledWorkspace(device, new DeviceAllocator(stream));
  }

  @Override
  public void upload(MemorySegment packed, Matrix into) {
    into.requirePacked(packed);
    staging.upload(packed, into);
  }

  @Override
  public void upload(MemorySegment elements, Buffer into) {
    into.requireLength(elements);
    staging.upload(elements, into);
  }

  @Override
  public void download(Matrix from, MemorySegment packed) {
    from.requirePacked(packed);
    staging.download(from, packed);
  }

  @Override
  public void download(Buffer from, MemorySegment elements) {
    from.requireLength(elements);
    staging.download(from, elements);
  }

  @Override
  public void synchronize() {
    stream.synchronize();
  }

  /** Memory of the GPU, in use or not. */
  public long memoryBytes() {
    return memoryBytes;
  }

  /** Threads of the host. */
  @Override
  public int parallelism() {
    return threads;
  }

  @Override
  public String describe() {
    return description;
  }

  @Override
  public void close() {
    opened.close();
  }
}
