package dev.atoll.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** NVIDIA's run-time compiler: from CUDA C++ to machine code of one architecture. */
public final class Nvrtc {
  private final NativeLibrary library =
      NativeLibrary.find(
          "run-time compiler of CUDA (NVRTC)",
          List.of("libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"));

  private final NativeFunction create =
      library.function("nvrtcCreateProgram", ADDRESS, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
  private final NativeFunction compile =
      library.function("nvrtcCompileProgram", ADDRESS, JAVA_INT, ADDRESS);
  private final NativeFunction destroy = library.function("nvrtcDestroyProgram", ADDRESS);
  private final NativeFunction codeBytes = library.function("nvrtcGetCUBINSize", ADDRESS, ADDRESS);
  private final NativeFunction code = library.function("nvrtcGetCUBIN", ADDRESS, ADDRESS);
  private final NativeFunction logBytes =
      library.function("nvrtcGetProgramLogSize", ADDRESS, ADDRESS);
  private final NativeFunction log = library.function("nvrtcGetProgramLog", ADDRESS, ADDRESS);

  /** Loads the library; fails if it is absent. */
  public Nvrtc() {}

  /**
   * Compiles a source to machine code.
   *
   * @param name name of the source, for messages
   */
  public byte[] compile(String name, String source, List<String> options) {
    try (var arena = Arena.ofConfined()) {
      MemorySegment holder = arena.allocate(ADDRESS);
      MemorySegment none = MemorySegment.NULL;
      check(
          create.status(
              holder, arena.allocateFrom(source), arena.allocateFrom(name), 0, none, none),
          name);
      MemorySegment program = holder.get(ADDRESS, 0);
      try {
        MemorySegment arguments = arena.allocate(ADDRESS, options.size());
        for (int i = 0; i < options.size(); i++) {
          arguments.setAtIndex(ADDRESS, i, arena.allocateFrom(options.get(i)));
        }
        if (compile.status(program, options.size(), arguments) != 0) {
          String message =
              new String(bytes(logBytes, log, program, name), StandardCharsets.UTF_8).strip();
          throw new DriverException(
              "device=cuda: %s does not compile: %s".formatted(name, message));
        }
        return bytes(codeBytes, code, program, name);
      } finally {
        destroy.status(holder);
      }
    }
  }

  private static byte[] bytes(
      NativeFunction size, NativeFunction get, MemorySegment program, String name) {
    try (var arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(JAVA_LONG);
      check(size.status(program, count), name);
      MemorySegment bytes = arena.allocate(Math.max(1, count.get(JAVA_LONG, 0)));
      check(get.status(program, bytes), name);
      return bytes.toArray(JAVA_BYTE);
    }
  }

  private static void check(int status, String name) {
    if (status != 0) {
      throw new DriverException("device=cuda: NVRTC refuses %s: status %d".formatted(name, status));
    }
  }
}
