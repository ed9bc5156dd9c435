package dev.atoll.cuda.driver;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A library of the system, found by name or in the folders where CUDA is usually installed. */
final class NativeLibrary {
  private final String name;
  private final SymbolLookup symbols;

  private NativeLibrary(String name, SymbolLookup symbols) {
    this.name = name;
    this.symbols = symbols;
  }

  /**
   * The first of the names that can be loaded.
   *
   * @param what description of the library, for error messages
   */
  static NativeLibrary find(String what, List<String> names) {
    var tried = new ArrayList<String>();
    for (String name : names) {
      for (String folder : folders()) {
        String path = folder + name;
        try {
          return new NativeLibrary(path, SymbolLookup.libraryLookup(path, Arena.global()));
        } catch (IllegalArgumentException _) {
          tried.add(path);
        }
      }
    }
    throw new DriverException(
        "device=cuda: no %s on this machine; looked for %s; install it, or name its folder in CUDA_HOME or LD_LIBRARY_PATH"
            .formatted(what, String.join(", ", tried)));
  }

  /** The loader's own search first. */
  private static List<String> folders() {
    var folders = new ArrayList<String>();
    folders.add("");
    Optional.ofNullable(System.getenv("CUDA_HOME"))
        .ifPresent(home -> folders.add(home + "/lib64/"));
    folders.add("/usr/local/cuda/lib64/");
    return folders;
  }

  /** A function that returns a status. */
  NativeFunction function(String function, MemoryLayout... parameters) {
    MethodHandle handle =
        Linker.nativeLinker()
            .downcallHandle(address(function), FunctionDescriptor.of(JAVA_INT, parameters))
            .asType(MethodType.genericMethodType(parameters.length).changeReturnType(int.class))
            .asSpreader(Object[].class, parameters.length);
    return new NativeFunction(function, handle);
  }

  private MemorySegment address(String function) {
    return symbols
        .find(function)
        .orElseThrow(
            () ->
                new DriverException(
                    "device=cuda: %s has no function %s: it is too old".formatted(name, function)));
  }
}
