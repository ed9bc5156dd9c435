package dev.atoll.tensor.cpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;

/**
 * OpenBLAS's {@code sgemm}, called directly. The library is set to one thread per call: its own
 * threads suffer where a machine is shared, and how they split the work depends on their number.
 */
final class OpenBlas implements GemmTile {
  private static final String FOLDER = "org/bytedeco/openblas/linux-x86_64/";

  /** Names of the libraries, each after those it depends on. */
  private static final List<String> LIBRARIES =
      List.of("libgcc_s.so.1", "libquadmath.so.0", "libgfortran.so.5", "libopenblas.so.0");

  private static final int ROW_MAJOR = 101;
  private static final int NO_TRANSPOSE = 111;
  private static final int TRANSPOSE = 112;
  private static final int NAME_BYTES = 1024;

  private final MethodHandle sgemm;
  private final String description;

  private OpenBlas(SymbolLookup library) {
    sgemm =
        function(
            library,
            "cblas_sgemm",
            FunctionDescriptor.ofVoid(
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_FLOAT,
                ADDRESS,
                JAVA_INT,
                ADDRESS,
                JAVA_INT,
                JAVA_FLOAT,
                ADDRESS,
                JAVA_INT));
    call(function(library, "openblas_set_num_threads", FunctionDescriptor.ofVoid(JAVA_INT)), 1);
    String version = name(library, "openblas_get_config").split(" ", 3)[1];
    description = "OpenBLAS %s (%s)".formatted(version, name(library, "openblas_get_corename"));
  }

  /** The library, or the reason why it cannot be had. */
  record Loaded(OpenBlas library, String missing) {}

  /** Loads the library once per process. */
  static Loaded load() {
    return Holder.LOADED;
  }

  private static final class Holder {
    static final Loaded LOADED = tryLoad();

    private static Loaded tryLoad() {
      String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
      if (!system.equals("Linux amd64")) {
        return new Loaded(null, "no OpenBLAS for " + system);
      }
      try {
        List<Path> files = NativeLibraries.unpack("openblas", FOLDER, LIBRARIES);
        SymbolLookup library = null;
        for (Path file : files) {
          library = SymbolLookup.libraryLookup(file, Arena.global());
        }
        return new Loaded(new OpenBlas(library), null);
      } catch (IOException | RuntimeException e) {
        return new Loaded(null, "OpenBLAS: " + e.getMessage());
      }
    }
  }

  /** Returns false: OpenBLAS chooses its kernel by the shape. */
  @Override
  public boolean elementsAreIndependent() {
    return false;
  }

  @Override
  public void multiply(
      boolean transposeA,
      long a,
      int strideA,
      boolean transposeB,
      long b,
      int strideB,
      int m,
      int n,
      int inner,
      float beta,
      long c,
      int strideC) {
    try {
      sgemm.invokeExact(
          ROW_MAJOR,
          transposeA ? TRANSPOSE : NO_TRANSPOSE,
          transposeB ? TRANSPOSE : NO_TRANSPOSE,
          m,
          n,
          inner,
          1f,
          MemorySegment.ofAddress(a),
          strideA,
          MemorySegment.ofAddress(b),
          strideB,
          beta,
          MemorySegment.ofAddress(c),
          strideC);
    } catch (Throwable e) {
      throw new AssertionError("cblas_sgemm failed", e);
    }
  }

  String describe() {
    return description;
  }

  private static MethodHandle function(SymbolLookup library, String name, FunctionDescriptor type) {
    return Linker.nativeLinker().downcallHandle(library.findOrThrow(name), type);
  }

  private static String name(SymbolLookup library, String function) {
    var address = (MemorySegment) call(function(library, function, FunctionDescriptor.of(ADDRESS)));
    return address.reinterpret(NAME_BYTES).getString(0);
  }

  private static Object call(MethodHandle function, Object... arguments) {
    try {
      return function.invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new AssertionError("a call of OpenBLAS failed", e);
    }
  }
}
