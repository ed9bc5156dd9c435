package dev.atoll.cuda;

import dev.atoll.cuda.driver.Cublas;
import dev.atoll.cuda.driver.DriverException;
import dev.atoll.cuda.driver.Gpu;
import dev.atoll.cuda.driver.Staging;
import dev.atoll.cuda.driver.Stream;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.MixedKernels;
import dev.atoll.tensor.PooledWorkspace;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.tensor.sample.Adjacency;
import dev.atoll.tensor.sample.DeviceSampling;
import dev.atoll.tensor.sample.SamplingBackend;
import java.lang.foreign.MemorySegment;

/**
 * One GPU: its memory, and kernels that run on it while the host goes on. Several backends of one
 * process may share a GPU, each with a stream of its own.
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
  private final Stream stream;
  private final Staging staging;
  private final ScratchBuffer scratch;
  private final Cublas cublas;
  private final Kernels kernels;
  private final DType activations;
  private final String description;
  private final long memoryBytes;

  /**
   * @param stream closed with this; by the caller where this constructor fails
   */
  private CudaBackend(CudaOptions options, Gpu gpu, Cublas.Library library, Stream stream) {
    this.stream = stream;
    threads = options.threads();
    memoryBytes = gpu.memoryBytes();
    device = new Device(Device.Kind.CUDA, options.ordinal());
    scratch = new ScratchBuffer(stream);
    cublas = new Cublas(library, gpu, stream, options.tensorFloats());
    staging = new Staging(gpu, stream);
    this.gpu = gpu;
    if (options.graphs()) {
      stream.replayRepeats();
    }
    cacheBytes = options.cacheBytes() > 0 ? options.cacheBytes() : gpu.cacheBytes();
    activations = options.activations();
    boolean full = activations == DType.F32;
    var launcher = new Launcher(gpu, stream, scratch, cacheBytes, !full);
    var direct = new CudaKernels(launcher, cublas);
    kernels = full ? direct : new MixedKernels(direct, newWorkspace(), CudaKernels.MIXED);
    description =
        "%s, %s, cuBLAS %s%s%s"
            .formatted(
                device,
                gpu.describe(),
                cublas.version(),
                options.tensorFloats() ? " (TF32)" : "",
                full ? "" : ", activations " + activations);
  }

  /**
   * Opens a GPU.
   *
   * @throws CudaException where it, its driver or a library is not there
   */
  public static CudaBackend open(CudaOptions options) {
    try {
      Gpu gpu = Gpu.open(options.ordinal());
      // A missing library fails here, before anything is allocated, not in the middle of a run.
      Cublas.Library library = Cublas.Library.load();
      gpu.kernel(ElementLaunches.ELEMENTS, "fill_4");
      return open(options, gpu, library);
    } catch (DriverException e) {
      throw new CudaException(e.getMessage(), e);
    }
  }

  private static CudaBackend open(CudaOptions options, Gpu gpu, Cublas.Library library) {
    var stream = new Stream(gpu);
    try {
      return new CudaBackend(options, gpu, library, stream);
    } catch (RuntimeException | Error e) {
      stream.close();
      throw e;
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
  public Backend beside() {
    return CpuBackend.open(1);
  }

  @Override
  public DeviceSampling sampling(Adjacency graph) {
    return sampling(graph, CudaSampling.MOST);
  }

  /** A sampling whose graph may take a share of the free memory. */
  DeviceSampling sampling(Adjacency graph, double most) {
    return new CudaSampling(gpu, device, stream, cacheBytes, graph, most);
  }

  @Override
  public Workspace newWorkspace() {
    return new PooledWorkspace(device, new DeviceAllocator(stream));
  }

  @Override
  public void upload(MemorySegment packed, Matrix into) {
    staging.upload(packed, into);
  }

  @Override
  public void upload(MemorySegment elements, Buffer into) {
    staging.upload(elements, into);
  }

  @Override
  public void download(Matrix from, MemorySegment packed) {
    staging.download(from, packed);
  }

  @Override
  public void download(Buffer from, MemorySegment elements) {
    staging.download(from, elements);
  }

  @Override
  public void synchronize() {
    stream.synchronize();
  }

  /** Pieces of work that were started as graphs so far. */
  long replayed() {
    return stream.replayed();
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
    stream.synchronize();
    if (kernels instanceof MixedKernels mixed) {
      mixed.close();
    }
    cublas.close();
    scratch.close();
    staging.close();
    stream.close();
  }
}
