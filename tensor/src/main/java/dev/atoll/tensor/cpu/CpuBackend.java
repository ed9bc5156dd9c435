package dev.atoll.tensor.cpu;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SpareThreads;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.device.MixedKernels;
import dev.atoll.tensor.device.PooledWorkspace;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The host: its memory, and kernels on a team of threads. Calls have finished when they return.
 *
 * <pre>{@code
 * try (var cpu = CpuBackend.open(4); var memory = cpu.newWorkspace()) {
 *   Matrix x = memory.matrix(1000, 128);
 *   cpu.kernels().fill(1, x);
 * }
 * }</pre>
 */
public final class CpuBackend implements Backend {
  private static final long COPY_BYTES = 1 << 20;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final CpuOptions options;
  private final ThreadTeam team;
  private final ScratchMemory scratch = new ScratchMemory();
  private final Kernels kernels;
  private final Kernels rowKernels;
  private final String description;

  private CpuBackend(CpuOptions options, KernelChoice choice, SharedThreads threads) {
    this.options = options;
    team = new ThreadTeam(options.threads(), threads);
    boolean full = options.activations() == DType.F32;
    kernels = mixed(choice.open(team, scratch), choice);
    rowKernels = mixed(choice.openByRow(team, scratch), choice.byRow());
    description =
        "cpu, %d thread%s, %s%s"
            .formatted(
                options.threads(),
                options.threads() == 1 ? "" : "s",
                choice.describe(),
                full ? "" : ", activations " + options.activations());
  }

  private Kernels mixed(Kernels inFull, KernelChoice choice) {
    return options.activations() == DType.F32
        ? inFull
        : new MixedKernels(inFull, newHostWorkspace(), choice.direct());
  }

  public static CpuBackend open(int threads) {
    return open(CpuOptions.of(threads));
  }

  /** Fails where an option names kernels or a library that this machine lacks. */
  public static CpuBackend open(CpuOptions options) {
    return open(options, new SharedThreads());
  }

  /** Shares its threads with other backends. */
  public static CpuBackend open(CpuOptions options, SharedThreads threads) {
    return new CpuBackend(options, KernelChoice.of(options), threads);
  }

  @Override
  public Device device() {
    return Device.CPU;
  }

  @Override
  public Kernels kernels() {
    return kernels;
  }

  @Override
  public Kernels rowKernels() {
    return rowKernels;
  }

  @Override
  public DType activations() {
    return options.activations();
  }

  @Override
  public Backend newHostBackend(int threads) {
    return open(new CpuOptions(threads, options.kernels(), options.gemm(), DType.F32));
  }

  @Override
  public Workspace newWorkspace() {
    return newHostWorkspace();
  }

  /** Memory of the host, whatever computes. */
  public static Workspace newHostWorkspace() {
    return new PooledWorkspace(Device.CPU, new HostMemory());
  }

  /**
   * Host memory that lives as long as the arena: zeros, 64-byte aligned, in huge pages if
   * available.
   */
  public static MemorySegment hostMemory(long bytes, Arena arena) {
    return HostMemory.allocate(bytes, arena);
  }

  @Override
  public void upload(MemorySegment packed, Matrix into) {
    into.requirePacked(packed);
    copyRows(forAllThreads(packed), packedRowBytes(into), into.data(), into.rowBytes(), into);
  }

  @Override
  public void upload(MemorySegment elements, Buffer into) {
    into.requireLength(elements);
    MemorySegment.copy(elements, 0, into.data(), 0, into.bytes());
  }

  @Override
  public void download(Matrix from, MemorySegment packed) {
    from.requirePacked(packed);
    copyRows(from.data(), from.rowBytes(), forAllThreads(packed), packedRowBytes(from), from);
  }

  @Override
  public void download(Buffer from, MemorySegment elements) {
    from.requireLength(elements);
    MemorySegment.copy(from.data(), 0, elements, 0, from.bytes());
  }

  @Override
  public void synchronize() {}

  @Override
  public int parallelism() {
    return team.threads();
  }

  @Override
  public double cpuSeconds(Runnable calls) {
    return team.seconds(THREADS::getCurrentThreadCpuTime, calls);
  }

  @Override
  public void helpUntil(BooleanSupplier happened) {
    team.helpUntil(happened);
  }

  @Override
  public Optional<SpareThreads> spareThreads() {
    return team.threads() == 1 ? Optional.empty() : Optional.of(team);
  }

  @Override
  public String describe() {
    return description;
  }

  @Override
  public void close() {
    for (Kernels each : new Kernels[] {kernels, rowKernels}) {
      if (each instanceof MixedKernels mixed) {
        mixed.close();
      }
    }
    team.close();
    scratch.close();
  }

  private static long packedRowBytes(Matrix matrix) {
    return (long) matrix.cols() * matrix.type().bytes();
  }

  /**
   * A view that all threads may access: the caller's memory may be confined to its thread, but
   * stays alive until the call returns.
   */
  private static MemorySegment forAllThreads(MemorySegment callers) {
    return callers.isNative()
        ? MemorySegment.ofAddress(callers.address()).reinterpret(callers.byteSize())
        : callers;
  }

  private void copyRows(
      MemorySegment from, long fromRowBytes, MemorySegment to, long toRowBytes, Matrix shape) {
    long bytes = packedRowBytes(shape);
    team.ranges(
        shape.rows(),
        (int) Math.max(1, COPY_BYTES / Math.max(1, bytes)),
        (first, end) -> {
          for (long row = first; row < end; row++) {
            MemorySegment.copy(from, row * fromRowBytes, to, row * toRowBytes, bytes);
          }
        });
  }
}
