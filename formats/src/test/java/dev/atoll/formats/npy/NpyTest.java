package dev.atoll.formats.npy;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.BadDataException;
import dev.atoll.testkit.Randomly;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void readsWhatNumpyWrites(int version) throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      NpyArray array = Npy.map(fixture("v" + version + ".npy"), arena);
      assertEquals(List.of(2L, 3L), array.shape());
      assertEquals(NpyType.INT32, array.type());
      assertArrayEquals(new long[] {0, 1, 2, 3, 4, 5}, longs(array));
    }
  }

  @Test
  void readsAScalar() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      NpyArray scalar = Npy.map(fixture("scalar.npy"), arena);
      assertEquals(List.of(), scalar.shape());
      assertEquals(2.5, scalar.doubles().applyAsDouble(0));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"stored.npz", "deflated.npz"})
  void readsArchives(String name) throws Exception {
    try (Arena arena = Arena.ofConfined();
        Npz npz = Npz.open(fixture(name))) {
      assertArrayEquals(new long[] {1, 0, 2}, longs(npz.array("labels", arena)));
      assertArrayEquals(new long[] {0, 1, 2, 3, 4, 5}, longs(npz.array("edges", arena)));
      var e = assertThrows(BadDataException.class, () -> npz.array("lables", arena));
      assertTrue(e.getMessage().contains("no array 'lables'"), e.getMessage());
    }
  }

  @Test
  void readsText() throws Exception {
    try (Arena arena = Arena.ofConfined();
        Npz npz = Npz.open(fixture("stored.npz"))) {
      NpyArray names = npz.array("names", arena);
      assertEquals("ä", names.text(0));
      assertEquals("bc", names.text(1));
    }
  }

  @Test
  void whatIsWrittenIsReadBackMappedAndUnpacked() {
    Randomly.tries(
        30,
        random -> {
          try (Arena arena = Arena.ofConfined()) {
            long rows = random.nextInt(40);
            long cols = random.nextInt(5);
            MemorySegment data = arena.allocate(Math.max(1, rows * cols * 4), 64);
            for (long i = 0; i < rows * cols; i++) {
              data.set(JAVA_FLOAT, 4 * i, random.nextFloat());
            }
            NpyArray written = NpyArray.of("memory", data, NpyType.FLOAT32, rows, cols);
            Path file = folder.resolve("a" + random.nextLong() + ".npy");
            Npy.write(file, written);
            assertEquals(0, (Files.size(file) - rows * cols * 4) % 64);
            Path packed = gzip(file);
            for (NpyArray back : List.of(Npy.open(file, arena), Npy.open(packed, arena))) {
              assertEquals(written.shape(), back.shape());
              for (long i = 0; i < rows * cols; i++) {
                assertEquals(written.doubles().applyAsDouble(i), back.doubles().applyAsDouble(i));
              }
            }
          }
        });
  }

  @Test
  void everyNumericTypeIsReadAsItself() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment ones = arena.allocate(8);
      ones.fill((byte) 0xFF);
      for (NpyType type : List.of(NpyType.INT8, NpyType.INT16, NpyType.INT32, NpyType.INT64)) {
        assertEquals(-1, NpyArray.of("m", ones, type, 1).longs().applyAsLong(0), type.toString());
      }
      for (NpyType type : List.of(NpyType.UINT8, NpyType.UINT16, NpyType.UINT32)) {
        assertEquals(
            (1L << (8 * type.bytes())) - 1,
            NpyArray.of("m", ones, type, 1).longs().applyAsLong(0),
            type.toString());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "big-endian.npy, big-endian",
    "fortran.npy, Fortran order",
    "object.npy, Python objects",
    "structured.npy, structured array",
    "stored.npz, not a .npy array"
  })
  void refusesWhatItCannotMap(String name, String reason) throws Exception {
    Path file = fixture(name);
    try (Arena arena = Arena.ofConfined()) {
      var e = assertThrows(BadDataException.class, () -> Npy.map(file, arena));
      assertTrue(e.getMessage().contains(reason), e.getMessage());
      assertTrue(e.getMessage().contains(name), e.getMessage());
    }
  }

  @Test
  void truncatedDataIsNamed() throws Exception {
    byte[] whole = Files.readAllBytes(fixture("v1.npy"));
    for (int length : new int[] {0, 5, 9, 40, whole.length - 1}) {
      Path cut = folder.resolve("cut" + length + ".npy");
      Files.write(cut, Arrays.copyOf(whole, length));
      try (Arena arena = Arena.ofConfined()) {
        var e = assertThrows(BadDataException.class, () -> Npy.map(cut, arena), "" + length);
        assertTrue(e.getMessage().contains(cut.toString()), e.getMessage());
        assertThrows(BadDataException.class, () -> Npy.open(gzip(cut), arena), "" + length);
      }
    }
  }

  @Test
  void corruptGzipIsNamed() throws Exception {
    byte[] packed =
        Files.readAllBytes(gzip(Files.copy(fixture("v1.npy"), folder.resolve("x.npy"))));
    packed[packed.length - 6] ^= 1;
    Path corrupt = folder.resolve("corrupt.npy.gz");
    Files.write(corrupt, packed);
    Path cut = folder.resolve("cut.npy.gz");
    Files.write(cut, Arrays.copyOf(packed, packed.length / 2));
    try (Arena arena = Arena.ofConfined()) {
      for (Path bad : List.of(corrupt, cut)) {
        var e = assertThrows(BadDataException.class, () -> Npy.open(bad, arena));
        assertTrue(e.getMessage().contains("corrupt gzip"), e.getMessage());
      }
    }
  }

  @Test
  void shapeAndTypeAreChecked() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      NpyArray array = Npy.map(fixture("v1.npy"), arena);
      array.require(2, -1).require(NpyType.INT32, NpyType.INT64);
      var shape = assertThrows(BadDataException.class, () -> array.require(3, -1));
      assertTrue(shape.getMessage().endsWith("shape [2, 3]; expected [3, any]"), shape.toString());
      var type = assertThrows(BadDataException.class, () -> array.require(NpyType.FLOAT32));
      assertTrue(type.getMessage().endsWith("type int32; expected float32"), type.toString());
    }
  }

  @Test
  void anImpossibleShapeIsNamed() throws Exception {
    Path file = folder.resolve("huge.npy");
    Files.write(file, NpyHeader.of(NpyType.INT64, Long.MAX_VALUE, 4).bytes());
    try (Arena arena = Arena.ofConfined()) {
      var e = assertThrows(BadDataException.class, () -> Npy.map(file, arena));
      assertTrue(e.getMessage().contains("impossible shape"), e.getMessage());
    }
  }

  @Test
  void createdArraysAreMappedForWriting() throws Exception {
    Path file = folder.resolve("made.npy");
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment cells = Npy.create(file, NpyHeader.of(NpyType.INT64, 3), arena);
      cells.setAtIndex(JAVA_LONG, 2, 42);
      assertArrayEquals(new long[] {0, 0, 42}, longs(Npy.map(file, arena)));
    }
  }

  @Test
  void createdArraysAreNotWrittenTwice() throws Exception {
    Path counters = Path.of("/proc/self/io");
    Assumptions.assumeTrue(Files.isReadable(counters), "no counters of written bytes");
    long bytes = 64L << 20;
    long before = writtenBytes(counters);
    try (Arena arena = Arena.ofConfined()) {
      Npy.create(folder.resolve("large.npy"), NpyHeader.of(NpyType.UINT8, bytes), arena);
    }
    long written = writtenBytes(counters) - before;
    assertTrue(written < bytes / 4, written + " bytes written before the array is filled");
    assertTrue(Files.size(folder.resolve("large.npy")) > bytes);
  }

  private static long writtenBytes(Path counters) throws IOException {
    return Files.readAllLines(counters).stream()
        .filter(line -> line.startsWith("wchar: "))
        .mapToLong(line -> Long.parseLong(line.substring("wchar: ".length())))
        .sum();
  }

  @Test
  void largeArraysMayBeCompressedByWhatDataCanBe() {
    assertEquals(1100L << 10, Npy.inflated(1 << 10));
    assertEquals(1L << 30, Npy.inflated(1_500_000));
    assertEquals(20_000_000_000L, Npy.inflated(100_000_000));
    assertEquals(Long.MAX_VALUE, Npy.inflated(Long.MAX_VALUE));
  }

  private Path gzip(Path file) throws IOException {
    Path packed = file.resolveSibling(file.getFileName() + ".gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      Files.copy(file, out);
    }
    return packed;
  }

  private static long[] longs(NpyArray array) {
    return LongStream.range(0, array.elementCount()).map(array.longs()).toArray();
  }

  private static Path fixture(String name) throws Exception {
    return Path.of(NpyTest.class.getResource("/npy/" + name).toURI());
  }
}
