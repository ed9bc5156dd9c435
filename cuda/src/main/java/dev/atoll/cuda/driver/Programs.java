package dev.atoll.cuda.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The kernels, compiled on first use and then cached in memory and in the user's cache folder. */
public final class Programs {
  private static final int MOST_SHARED_BYTES = 8;
  private static final String COMMON = "common.cu";

  /** The folder of the sources among the resources. */
  private static final String SOURCES = "/dev/atoll/cuda/";

  private final Driver driver;
  private final int architecture;
  private final Map<Program, MemorySegment> modules = new HashMap<>();
  private final Map<Entry, Kernel> kernels = new HashMap<>();
  private final CodeCache cache = CodeCache.ofUser();
  private Nvrtc compiler;

  /**
   * A source with the names it leaves open.
   *
   * @param file a resource in {@link #SOURCES}
   * @param definitions as {@code NAME=value}
   * @param ownInstructions whether it has instructions that no other architecture has, not even a
   *     later one
   */
  public record Program(String file, List<String> definitions, boolean ownInstructions) {
    public Program(String file, List<String> definitions) {
      this(file, definitions, false);
    }

    public static Program of(String file, String... definitions) {
      return new Program(file, List.of(definitions));
    }

    public Program withOwnInstructions() {
      return new Program(file, definitions, true);
    }

    public String source() {
      return resource(COMMON) + "\n#line 1\n" + resource(file);
    }

    public List<String> options(int architecture) {
      var options = new ArrayList<String>();
      options.add("--gpu-architecture=sm_" + architecture + (ownInstructions ? "a" : ""));
      options.add("--std=c++17");
      definitions.forEach(definition -> options.add("-D" + definition));
      return options;
    }
  }

  private record Entry(Program program, String name) {}

  /** Lets launches of a kernel have that much shared memory besides the one it declares. */
  void allowShared(Kernel kernel, int bytes) {
    driver.call(driver.setFunction, kernel.function, MOST_SHARED_BYTES, bytes);
  }

  /** A function to launch. */
  public record Kernel(String name, MemorySegment function) {}

  /**
   * @param architecture compute capability times ten, such as 90
   */
  Programs(Driver driver, int architecture) {
    this.driver = driver;
    this.architecture = architecture;
  }

  synchronized Kernel kernel(Program program, String name) {
    return kernels.computeIfAbsent(new Entry(program, name), this::find);
  }

  private Kernel find(Entry entry) {
    MemorySegment module = modules.computeIfAbsent(entry.program, this::load);
    try (var arena = Arena.ofConfined()) {
      return new Kernel(
          entry.name, driver.handle(driver.moduleFunction, module, arena.allocateFrom(entry.name)));
    }
  }

  private MemorySegment load(Program program) {
    String source = program.source();
    List<String> options = program.options(architecture);
    byte[] code =
        cache.get(source + options, () -> compiler().compile(program.file, source, options));
    try (var arena = Arena.ofConfined()) {
      MemorySegment image = arena.allocate(code.length, 16);
      MemorySegment.copy(MemorySegment.ofArray(code), 0, image, 0, code.length);
      return driver.handle(driver.loadModule, image);
    }
  }

  private Nvrtc compiler() {
    if (compiler == null) {
      compiler = new Nvrtc();
    }
    return compiler;
  }

  private static String resource(String file) {
    try (InputStream in = Programs.class.getResourceAsStream(SOURCES + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read from Atoll's own classes", e);
    }
  }
}
