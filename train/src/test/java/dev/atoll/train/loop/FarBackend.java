package dev.atoll.train.loop;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.tensor.device.PooledWorkspace;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The host's backend with memory that only its kernels and copies can read: it behaves like a GPU
 * to the code above it. Elements have addresses; reading them there throws an {@link
 * IllegalStateException}.
 */
final class FarBackend implements Backend {
  private static final Device DEVICE = new Device(Device.Kind.CUDA, 0);

  private final CpuBackend near;
  private final Kernels kernels;
  private final Kernels rowKernels;
  private final long limitBytes;
  private final AtomicLong heldBytes = new AtomicLong();
  private long rowBytes;

  FarBackend(CpuBackend near) {
    this(near, Long.MAX_VALUE);
  }

  /** Creates a backend with limited memory. */
  FarBackend(CpuBackend near, long limitBytes) {
    this.near = near;
    this.limitBytes = limitBytes;
    this.kernels = far(near.kernels());
    this.rowKernels = far(near.rowKernels());
  }

  private static Kernels far(Kernels near) {
    return (Kernels)
        Proxy.newProxyInstance(
            FarBackend.class.getClassLoader(),
            new Class<?>[] {Kernels.class},
            (_, method, arguments) -> call(near, method, arguments));
  }

  private static Object call(Kernels kernels, Method method, Object... arguments) throws Throwable {
    try {
      return method.invoke(kernels, Arrays.stream(arguments).map(FarBackend::near).toArray());
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static Object near(Object argument) {
    return switch (argument) {
      case Matrix matrix -> near(matrix);
      case Buffer buffer -> near(buffer);
      case Csr a ->
          new Csr(
              a.rows(),
              a.cols(),
              a.nonZeros(),
              near(a.rowStart()),
              near(a.column()),
              near(a.weight()),
              near(a.rowScale()),
              near(a.columnScale()));
      case Dropout dropout -> new Dropout(dropout.rate(), dropout.key(), near(dropout.rowIds()));
      case null, default -> argument;
    };
  }

  private static Matrix near(Matrix m) {
    return new Matrix(Device.CPU, m.rows(), m.cols(), m.stride(), m.type(), near(m.data()));
  }

  private static Buffer near(Buffer b) {
    return b == null ? null : new Buffer(Device.CPU, b.type(), b.length(), near(b.data()));
  }

  private static MemorySegment near(MemorySegment far) {
    return MemorySegment.ofAddress(far.address()).reinterpret(far.byteSize());
  }

  /** Bytes of rows that were copied here so far. */
  long rowBytes() {
    return rowBytes;
  }

  @Override
  public Device device() {
    return DEVICE;
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
    return near.activations();
  }

  @Override
  public Backend newHostBackend(int threads) {
    return near.newHostBackend(threads);
  }

  @Override
  public long freeBytes() {
    return Math.max(0, limitBytes - heldBytes.get());
  }

  @Override
  public Workspace newWorkspace() {
    return new PooledWorkspace(DEVICE, new FarBlocks(false));
  }

  /** Far memory that can be read, for a {@link SamplingHost}: its loops stand for kernels. */
  Workspace newReadableWorkspace() {
    return new PooledWorkspace(DEVICE, new FarBlocks(true));
  }

  /** Memory under a handle whose own arena is closed, unless it may be read. */
  private final class FarBlocks implements PooledWorkspace.Allocator {
    private final Arena arena = Arena.ofShared();
    private final boolean isReadable;
    private long ownBytes;

    FarBlocks(boolean isReadable) {
      this.isReadable = isReadable;
    }

    @Override
    public MemorySegment allocate(long bytes) {
      if (heldBytes.addAndGet(bytes) > limitBytes) {
        heldBytes.addAndGet(-bytes);
        throw new IllegalStateException("the far memory is full: it has " + limitBytes + " bytes");
      }
      ownBytes += bytes;
      MemorySegment block = arena.allocate(bytes, 64);
      if (isReadable) {
        return block;
      }
      try (Arena closed = Arena.ofConfined()) {
        return MemorySegment.ofAddress(block.address()).reinterpret(bytes, closed, null);
      }
    }

    @Override
    public void close() {
      heldBytes.addAndGet(-ownBytes);
      arena.close();
    }
  }

  @Override
  public void upload(MemorySegment packed, Matrix into) {
    rowBytes += (long) into.rows() * into.cols() * into.type().bytes();
    near.upload(packed, near(into));
  }

  @Override
  public void upload(MemorySegment elements, Buffer into) {
    near.upload(elements, near(into));
  }

  @Override
  public void download(Matrix from, MemorySegment packed) {
    near.download(near(from), packed);
  }

  @Override
  public void download(Buffer from, MemorySegment elements) {
    near.download(near(from), elements);
  }

  @Override
  public void synchronize() {}

  @Override
  public int parallelism() {
    return near.parallelism();
  }

  @Override
  public String describe() {
    return "far, " + near.describe();
  }

  @Override
  public void close() {
    near.close();
  }
}
