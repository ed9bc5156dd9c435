package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.tensor.Matrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The promises of every {@link FeatureStore}; one subclass per implementation. */
@Timeout(180)
public abstract class FeatureStoreContract {
  protected static final int NODES = 100;
  protected static final int WIDTH = 12;

  protected FeatureStoreContract() {}

  /** A use of a store by one of its readers. */
  @FunctionalInterface
  protected interface Body {
    void accept(FeatureStore store);
  }

  /** Runs a test on every reader of stores of {@link #NODES} rows of {@link #element}s. */
  protected abstract void onEveryReader(Body body);

  /** The degree that the store reports of a node. */
  protected abstract int degree(int node);

  protected static float element(long node, int column) {
    return (float) (node + column * 1000L);
  }

  protected static Matrix rows(int first, int count, Arena memory) {
    Matrix rows = OwnedRows.matrix(count, WIDTH, memory);
    for (int row = 0; row < count; row++) {
      for (int column = 0; column < WIDTH; column++) {
        rows.data()
            .set(
                JAVA_FLOAT,
                row * rows.rowBytes() + (long) column * Float.BYTES,
                element(first + row, column));
      }
    }
    return rows;
  }

  private static int[] nodes(int count) {
    int[] nodes = new int[count];
    Arrays.setAll(nodes, i -> i * 37 % NODES);
    return nodes;
  }

  private static void assertRows(int[] nodes, Matrix found) {
    for (int row = 0; row < nodes.length; row++) {
      for (int column = 0; column < WIDTH; column++) {
        assertEquals(
            element(nodes[row], column),
            found.data().get(JAVA_FLOAT, row * found.rowBytes() + (long) column * Float.BYTES));
      }
    }
  }

  @Test
  void theWidthIsThatOfTheRows() {
    onEveryReader(store -> assertEquals(WIDTH, store.width()));
  }

  /** Nodes may repeat. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, NODES, 5000})
  void rowsAndDegreesComeInTheOrderOfTheirNodes(int count) {
    onEveryReader(
        store -> {
          try (Arena memory = Arena.ofShared()) {
            int[] nodes = nodes(count);
            int[] degrees = new int[count];
            Matrix into = OwnedRows.matrix(count, WIDTH, memory);
            store.gather(MemorySegment.ofArray(nodes), count, into, degrees);
            assertRows(nodes, into);
            assertArrayEquals(Arrays.stream(nodes).map(this::degree).toArray(), degrees);
          }
        });
  }

  @Test
  void degreesMayBeLeftOut() {
    onEveryReader(
        store -> {
          try (Arena memory = Arena.ofShared()) {
            Matrix into = OwnedRows.matrix(NODES, WIDTH, memory);
            store.gather(MemorySegment.ofArray(nodes(NODES)), NODES, into, null);
            assertRows(nodes(NODES), into);
          }
        });
  }

  /** Nodes behind the count are not read, and rows behind it are not written. */
  @Test
  void theCountIsKept() {
    onEveryReader(
        store -> {
          try (Arena memory = Arena.ofShared()) {
            int[] nodes = {5, 9, NODES + 7};
            Matrix into = OwnedRows.matrix(3, WIDTH, memory);
            into.data().fill((byte) 1);
            MemorySegment before = into.data().asSlice(2 * into.rowBytes()).asReadOnly();
            byte[] behind = before.toArray(JAVA_BYTE);
            store.gather(MemorySegment.ofArray(nodes), 2, into, null);
            assertRows(Arrays.copyOf(nodes, 2), into);
            assertArrayEquals(behind, before.toArray(JAVA_BYTE));
          }
        });
  }

  /** The rows of some nodes of a list go to their indices; the others are left as they are. */
  @Test
  void someNodesOfAListFillTheirOwnRows() {
    onEveryReader(
        store -> {
          try (Arena memory = Arena.ofShared()) {
            int[] nodes = nodes(50);
            int[] some = {1, 2, 30, 49, Integer.MAX_VALUE};
            int[] degrees = new int[50];
            Matrix into = OwnedRows.matrix(50, WIDTH, memory);
            var sink = new RowSink.Dense(into);
            var list =
                new FeatureRead(MemorySegment.ofArray(nodes), 50, null, Columns.ALL, sink, degrees);
            store.gather(list.only(some, 4), () -> {});
            for (int row = 0; row < 50; row++) {
              boolean read = Arrays.binarySearch(some, row) >= 0;
              float first = into.data().get(JAVA_FLOAT, row * into.rowBytes() + Float.BYTES);
              assertEquals(read ? element(nodes[row], 1) : 0, first, "row " + row);
              assertEquals(read ? degree(nodes[row]) : 0, degrees[row], "row " + row);
            }
          }
        });
  }

  /** It runs once, whether or not there is anything to read. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, NODES})
  void anotherTaskRunsMeanwhile(int count) {
    onEveryReader(
        store -> {
          try (Arena memory = Arena.ofShared()) {
            int[] nodes = nodes(count);
            int[] runs = {0};
            Matrix into = OwnedRows.matrix(count, WIDTH, memory);
            store.gather(
                new FeatureRead(
                    MemorySegment.ofArray(nodes),
                    count,
                    null,
                    Columns.ALL,
                    new RowSink.Dense(into),
                    null),
                () -> runs[0]++);
            assertEquals(1, runs[0]);
            assertRows(nodes, into);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, NODES})
  void aNodeThatDoesNotExistIsNamed(int node) {
    onEveryReader(
        store -> {
          try (Arena memory = Arena.ofShared()) {
            Matrix into = OwnedRows.matrix(2, WIDTH, memory);
            MemorySegment nodes = MemorySegment.ofArray(new int[] {3, node});
            var error =
                assertThrows(
                    IndexOutOfBoundsException.class, () -> store.gather(nodes, 2, into, null));
            assertTrue(error.getMessage().contains("" + node), error.getMessage());
            store.gather(MemorySegment.ofArray(new int[] {3, 4}), 2, into, null);
            assertRows(new int[] {3, 4}, into);
          }
        });
  }
}
