package dev.atoll.train.batch.shard;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.graph.RandomKey;
import dev.atoll.train.batch.HostCsr;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Readers of halo rows, against a search of all edges. */
class HaloReadersTest {
  /** Numbers of one, two and three bytes; the third row of the halo has no readers. */
  @ParameterizedTest
  @CsvSource({"1,1,1", "40,3,20", "300,5,4", "20000,4,1", "50000,40,2"})
  void readersAreThoseOfTheEdges(int core, int halo, int degree) {
    int[][] sources = sources(core, halo, degree);
    try (Arena memory = Arena.ofConfined();
        var readers = new HaloReaders(csr(sources, core + halo, memory), core, halo)) {
      for (int haloRow = 0; haloRow < halo; haloRow++) {
        int source = core + haloRow;
        int[] expected =
            IntStream.range(0, core)
                .flatMap(row -> Arrays.stream(sources[row]).filter(s -> s == source).map(_ -> row))
                .toArray();
        for (int targets : new int[] {0, 1, core / 2, core}) {
          int[] first = Arrays.stream(expected).filter(row -> row < targets).toArray();
          assertArrayEquals(first, readers(readers, haloRow, targets));
        }
        assertTrue(readers.most(haloRow) >= expected.length);
      }
    }
  }

  private static int[] readers(HaloReaders readers, int haloRow, int targets) {
    int[] found = new int[2 + readers.most(haloRow)];
    int end = readers.copy(haloRow, targets, found, 1);
    assertEquals(0, found[0]);
    return Arrays.copyOfRange(found, 1, end);
  }

  /** Rows at most 127 apart: a byte per edge, and where each halo row begins. */
  @Test
  void nearReadersTakeAByteEach() {
    int core = 100;
    int[][] sources = new int[core][];
    Arrays.setAll(sources, row -> new int[] {row, core, core + 1, core + 1});
    try (Arena memory = Arena.ofConfined();
        var readers = new HaloReaders(csr(sources, core + 2, memory), core, 2)) {
      assertEquals(3L * core + 3 * Long.BYTES, readers.heldBytes());
    }
  }

  /** Random sources, parallel edges among them; none is the third halo row. */
  private static int[][] sources(int core, int halo, int degree) {
    var key = RandomKey.ofSeed(3);
    int[][] sources = new int[core][degree];
    for (int row = 0; row < core; row++) {
      for (int e = 0; e < degree; e++) {
        int drawn = (int) (key.unit((long) row * degree + e) * 2 * halo);
        sources[row][e] = drawn < halo && drawn != 2 ? core + drawn : row;
      }
    }
    return sources;
  }

  private static HostCsr csr(int[][] sources, int columns, Arena memory) {
    long[] start = new long[sources.length + 1];
    for (int row = 0; row < sources.length; row++) {
      start[row + 1] = start[row] + sources[row].length;
    }
    int[] column = Arrays.stream(sources).flatMapToInt(Arrays::stream).toArray();
    return new HostCsr(
        sources.length,
        columns,
        memory.allocateFrom(JAVA_LONG, start),
        memory.allocateFrom(JAVA_INT, column),
        null);
  }
}
