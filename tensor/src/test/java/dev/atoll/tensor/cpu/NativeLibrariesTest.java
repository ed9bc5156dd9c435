package dev.atoll.tensor.cpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NativeLibrariesTest {
  private static final String FOLDER = "org/bytedeco/openblas/linux-x86_64/";
  private static final List<String> SMALL = List.of("libgcc_s.so.1", "libquadmath.so.0");

  @TempDir Path cache;

  @Test
  void unpacksOnceAndLeavesNothingElse() throws IOException {
    var files = NativeLibraries.unpack("blas", FOLDER, SMALL, cache);
    assertEquals(SMALL, files.stream().map(f -> f.getFileName().toString()).toList());
    var written = Files.getLastModifiedTime(files.getFirst());
    assertEquals(files, NativeLibraries.unpack("blas", FOLDER, SMALL, cache));
    assertEquals(written, Files.getLastModifiedTime(files.getFirst()));
    assertEquals(1, entries());
  }

  @Test
  void manyAtOnceAgree() throws Exception {
    try (var threads = Executors.newFixedThreadPool(8)) {
      Callable<List<Path>> unpack = () -> NativeLibraries.unpack("blas", FOLDER, SMALL, cache);
      var all = threads.invokeAll(IntStream.range(0, 8).mapToObj(i -> unpack).toList());
      var results = all.stream().map(Future::resultNow).collect(Collectors.toSet());
      assertEquals(1, results.size());
    }
    assertEquals(1, entries());
  }

  @Test
  void damagedLibrariesAreUnpackedAgain() throws IOException {
    List<Path> files = NativeLibraries.unpack("blas", FOLDER, SMALL, cache);
    byte[] whole = Files.readAllBytes(files.getFirst());
    byte[] other = Files.readAllBytes(files.getLast());
    Files.write(files.getFirst(), Arrays.copyOf(whole, whole.length / 2));
    byte[] flipped = other.clone();
    flipped[flipped.length / 2] ^= 1;
    Files.write(files.getLast(), flipped);
    assertEquals(files, NativeLibraries.unpack("blas", FOLDER, SMALL, cache));
    assertArrayEquals(whole, Files.readAllBytes(files.getFirst()));
    assertArrayEquals(other, Files.readAllBytes(files.getLast()));
    Files.delete(files.getFirst());
    NativeLibraries.unpack("blas", FOLDER, SMALL, cache);
    assertArrayEquals(whole, Files.readAllBytes(files.getFirst()));
  }

  @Test
  void aCacheThatCannotBeWrittenIsNotNeeded() throws IOException {
    Path file = Files.createFile(cache.resolve("file"));
    List<Path> files = NativeLibraries.unpack("blas", FOLDER, SMALL, file.resolve("below"));
    assertTrue(Files.size(files.getFirst()) > 0);
    assertEquals(1, entries());
  }

  @Test
  void aMissingLibraryIsNamed() {
    var failure =
        assertThrows(
            FileNotFoundException.class,
            () -> NativeLibraries.unpack("blas", FOLDER, List.of("libnone.so"), cache));
    assertTrue(failure.getMessage().startsWith(FOLDER + "libnone.so"), failure.getMessage());
  }

  private long entries() throws IOException {
    try (Stream<Path> entries = Files.list(cache)) {
      return entries.count();
    }
  }
}
