package dev.atoll.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Dense products by cuBLAS. It has its own scratch memory and stream, so that equal calls give
 * equal bits.
 */
public final class Cublas implements AutoCloseable {
  private static final int TENSOR_FLOATS = 3;

  /** Partial sums are added as F32 even where the result is bf16. */
  private static final int FULL_SUMS = 16;

  private static final int FLOATS = 0;
  private static final int BFLOATS = 14;
  private static final int SUMS_OF_FLOATS = 68;
  private static final int DEFAULT_ALGORITHM = -1;
  private static final long SCRATCH_BYTES = 32 << 20;

  private final Opened opened = new Opened();
  private final Arena arena = Arena.ofShared();
  private final Gpu gpu;
  private final MemorySegment one = arena.allocateFrom(JAVA_FLOAT, 1f);
  private final MemorySegment factor = arena.allocate(JAVA_FLOAT);
  private final Library library;
  private final MemorySegment handle;
  private final String version;
  private final boolean tensorFloats;

  /** The functions of the library that are called. */
  public record Library(
      NativeFunction create,
      NativeFunction destroy,
      NativeFunction setStream,
      NativeFunction setWorkspace,
      NativeFunction setMathMode,
      NativeFunction version,
      NativeFunction sgemm,
      NativeFunction gemmEx) {
    /** Fails where the library is not there. */
    public static Library load() {
      NativeLibrary library =
          NativeLibrary.find(
              "matrix library of CUDA (cuBLAS)",
              List.of("libcublas.so", "libcublas.so.13", "libcublas.so.12"));
      return new Library(
          library.function("cublasCreate_v2", ADDRESS),
          library.function("cublasDestroy_v2", ADDRESS),
          library.function("cublasSetStream_v2", ADDRESS, ADDRESS),
          library.function("cublasSetWorkspace_v2", ADDRESS, JAVA_LONG, JAVA_LONG),
          library.function("cublasSetMathMode", ADDRESS, JAVA_INT),
          library.function("cublasGetVersion_v2", ADDRESS, ADDRESS),
          library.function(
              "cublasSgemm_v2",
              ADDRESS,
              JAVA_INT,
              JAVA_INT,
              JAVA_INT,
              JAVA_INT,
              JAVA_INT,
              ADDRESS,
              JAVA_LONG,
              JAVA_INT,
              JAVA_LONG,
              JAVA_INT,
              ADDRESS,
              JAVA_LONG,
              JAVA_INT),
          library.function(
              "cublasGemmEx",
              ADDRESS,
              JAVA_INT,
              JAVA_INT,
              JAVA_INT,
              JAVA_INT,
              JAVA_INT,
              ADDRESS,
              JAVA_LONG,
              JAVA_INT,
              JAVA_INT,
              JAVA_LONG,
              JAVA_INT,
              JAVA_INT,
              ADDRESS,
              JAVA_LONG,
              JAVA_INT,
              JAVA_INT,
              JAVA_INT,
              JAVA_INT));
    }
  }

  public Cublas(Library library, Gpu gpu, Stream stream, boolean tensorFloats) {
    this.library = library;
    this.gpu = gpu;
    this.tensorFloats = tensorFloats;
    opened.add(arena, Arena::close);
    gpu.makeCurrent();
    try {
      MemorySegment holder = arena.allocate(JAVA_LONG);
      call(library.create, holder);
      handle = opened.add(holder.get(ADDRESS, 0), this::destroy);
      call(library.setStream, handle, stream.handle());
      long scratch = opened.add(stream.allocate(SCRATCH_BYTES), stream::free);
      call(library.setWorkspace, handle, scratch, SCRATCH_BYTES);
      call(library.setMathMode, handle, FULL_SUMS | (tensorFloats ? TENSOR_FLOATS : 0));
      call(library.version, handle, holder);
      int number = holder.get(JAVA_INT, 0);
      version = number / 10_000 + "." + number % 10_000 / 100;
    } catch (RuntimeException | Error e) {
      throw opened.closeAfter(e);
    }
  }

  private void destroy(MemorySegment created) {
    gpu.makeCurrent();
    call(library.destroy, created);
  }

  public String version() {
    return version;
  }

  /** Whether F32 factors are rounded to TF32. */
  public boolean tensorFloats() {
    return tensorFloats;
  }

  /**
   * {@code out = op(a)·op(b) + beta·out}, of F32 factors into F32, or of bf16 factors into bf16 or
   * F32; sums are F32. The columns of cuBLAS are our rows, so b comes first.
   */
  public synchronized void multiply(
      boolean transposeA, Matrix a, boolean transposeB, Matrix b, float beta, Matrix out) {
    gpu.makeCurrent();
    factor.set(JAVA_FLOAT, 0, beta);
    int first = transposeB ? 1 : 0;
    int second = transposeA ? 1 : 0;
    int inner = transposeA ? a.rows() : a.cols();
    long left = a.data().address();
    long right = b.data().address();
    if (a.type() == DType.F32) {
      call(
          library.sgemm,
          handle,
          first,
          second,
          out.cols(),
          out.rows(),
          inner,
          one,
          right,
          b.stride(),
          left,
          a.stride(),
          factor,
          out.data().address(),
          out.stride());
      return;
    }
    call(
        library.gemmEx,
        handle,
        first,
        second,
        out.cols(),
        out.rows(),
        inner,
        one,
        right,
        BFLOATS,
        b.stride(),
        left,
        BFLOATS,
        a.stride(),
        factor,
        out.data().address(),
        out.type() == DType.F32 ? FLOATS : BFLOATS,
        out.stride(),
        SUMS_OF_FLOATS,
        DEFAULT_ALGORITHM);
  }

  private static void call(NativeFunction function, Object... arguments) {
    int status = function.status(arguments);
    if (status != 0) {
      throw new DriverException(
          "device=cuda: %s failed with status %d".formatted(function.name(), status));
    }
  }

  @Override
  public void close() {
    opened.close();
  }
}
