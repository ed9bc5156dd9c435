package dev.atoll.train.store;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Requests;
import dev.atoll.comm.Service;
import dev.atoll.comm.Traffic;
import dev.atoll.comm.Transport;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.cost.ReadCounts;
import dev.atoll.train.halo.codec.RowCodec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of many owners, whole and in part. */
class ShardedStoreTest {
  private static final int WIDTH = 12;

  /** Part 1 owns nothing. */
  private static final PartitionBook BOOK = PartitionBook.ofFirstNodes(List.of(0L, 40L, 40L, 100L));

  private static float cell(long node, int column) {
    return (float) (node + column * 1000L);
  }

  @FunctionalInterface
  private interface Body {
    void accept(ShardedStore store, OwnedRows own, Transport transport) throws Exception;
  }

  private static void onThreeRanks(RowCodec codec, int threads, Body body) {
    onThreeRanks(codec, threads, false, body);
  }

  private static void onThreeRanks(RowCodec codec, int threads, boolean inPlace, Body body) {
    ThreadRanks.run(
        BOOK.parts(),
        Limits.DEFAULT,
        transport -> {
          try (Arena memory = Arena.ofShared();
              Requests requests = new Requests(transport, 1);
              Communicator workers = Communicator.on(transport)) {
            OwnedRows own = own(transport.rank(), memory);
            requests.serve(Service.FEATURE_ROWS.number(), new RowService(own, codec, threads));
            if (inPlace) {
              transport
                  .sharedProcess()
                  .orElseThrow()
                  .offer(transport.rank(), Service.FEATURE_ROWS.number(), own);
            }
            workers.barrier();
            var store =
                new ShardedStore(
                    Service.FEATURE_ROWS.number(),
                    own,
                    BOOK,
                    transport,
                    requests,
                    codec,
                    new ReadCounts()::addOf,
                    threads);
            body.accept(store, own, transport);
            workers.barrier();
          }
          return null;
        });
  }

  private static OwnedRows own(int rank, Arena memory) {
    Matrix rows = OwnedRows.matrix(BOOK.coreCount(rank), WIDTH, memory);
    for (int r = 0; r < rows.rows(); r++) {
      for (int c = 0; c < WIDTH; c++) {
        set(rows, r, c, cell(BOOK.first(rank) + r, c));
      }
    }
    return OwnedRows.withoutDegrees(BOOK.first(rank), new DenseStoredRows(rows));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 100, 5000, 60_000})
  void rowsComeInTheOrderOfTheirNodes(int count) {
    onThreeRanks(
        RowCodec.fp32(),
        2,
        (store, _, transport) -> {
          try (Arena memory = Arena.ofShared()) {
            int[] nodes = nodes(count, transport.rank());
            Matrix into = OwnedRows.matrix(count, WIDTH, memory);
            store.gather(MemorySegment.ofArray(nodes), count, into, null);
            for (int i = 0; i < count; i++) {
              for (int c = 0; c < WIDTH; c++) {
                assertEquals(cell(nodes[i], c), get(into, i, c));
              }
            }
          }
        });
  }

  /** Rows of threads of one process are copied from where they are. */
  @ParameterizedTest
  @ValueSource(ints = {1, 100, 5000, 60_000})
  void rowsReadInPlaceAreTheSameAndCountTheSame(int count) {
    var sent = new ConcurrentHashMap<Integer, Traffic>();
    for (boolean inPlace : new boolean[] {false, true}) {
      onThreeRanks(
          RowCodec.fp32(),
          2,
          inPlace,
          (store, _, transport) -> {
            try (Arena memory = Arena.ofShared();
                Communicator workers = Communicator.on(transport, 1)) {
              int[] nodes = nodes(count, transport.rank());
              Matrix into = OwnedRows.matrix(count, WIDTH, memory);
              store.gather(MemorySegment.ofArray(nodes), count, into, null);
              for (int i = 0; i < count; i++) {
                assertEquals(cell(nodes[i], 11), get(into, i, 11));
              }
              workers.barrier();
              Traffic messages = sent.putIfAbsent(transport.rank(), transport.traffic());
              if (inPlace) {
                for (int peer = 0; peer < transport.size(); peer++) {
                  assertEquals(
                      messages.bytes(Purpose.FEATURES, peer),
                      transport.traffic().bytes(Purpose.FEATURES, peer));
                  assertEquals(
                      messages.messages(Purpose.FEATURES, peer),
                      transport.traffic().messages(Purpose.FEATURES, peer));
                }
                assertEquals(
                    messages.rounds(Purpose.FEATURES),
                    transport.traffic().rounds(Purpose.FEATURES));
              }
            }
          });
    }
  }

  @Test
  void absentColumnsAreZeroOrTheirMean() {
    onThreeRanks(
        RowCodec.fp32(),
        1,
        (store, own, transport) -> {
          try (Arena memory = Arena.ofShared();
              Communicator workers = Communicator.on(transport, 1)) {
            int[] nodes = nodes(30, transport.rank());
            float[] means = own.columnMeans(workers);
            assertEquals(cell(0, 3) + 49.5f, means[3], 1e-3);
            Columns some = Columns.of(7, 2, 11);
            for (Columns columns : List.of(some, some.orElse(means))) {
              Matrix into = OwnedRows.matrix(30, WIDTH, memory);
              store.gather(
                  MemorySegment.ofArray(nodes), 30, columns, new RowSink.Dense(into), null);
              for (int i = 0; i < 30; i++) {
                assertEquals(cell(nodes[i], 7), get(into, i, 7));
                assertEquals(cell(nodes[i], 2), get(into, i, 2));
                assertEquals(cell(nodes[i], 11), get(into, i, 11));
                boolean isOwn = BOOK.owner(nodes[i]) == transport.rank();
                float absent = columns == some ? 0 : means[3];
                assertEquals(isOwn ? cell(nodes[i], 3) : absent, get(into, i, 3));
              }
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("dev.atoll.train.halo.codec.RowCodecContractTest#registered")
  void bytesFallByTheShareOfColumns(RowCodec codec) {
    int count = 200;
    onThreeRanks(
        codec,
        1,
        (store, _, transport) -> {
          try (Arena memory = Arena.ofShared();
              Communicator workers = Communicator.on(transport, 1)) {
            MemorySegment nodes = MemorySegment.ofArray(nodes(count, transport.rank()));
            Matrix into = OwnedRows.matrix(count, WIDTH, memory);
            long remote = sum(workers, remote(nodes, count, transport.rank()));
            long before = sent(transport, workers);
            store.gather(nodes, count, into, null);
            long whole = sent(transport, workers) - before;
            store.gather(nodes, count, Columns.of(0, 5, 9), new RowSink.Dense(into), null);
            long some = sent(transport, workers) - before - whole;
            long requests = 4; // ranks 0 and 2 ask each other, rank 1 both
            long ids = remote * Integer.BYTES;
            assertEquals(ids + requests * 4 + remote * codec.rowBytes(WIDTH), whole, "whole rows");
            assertEquals(
                ids + requests * 4 * (1 + 2) + remote * codec.rowBytes(3), some, "3 columns");
          }
        });
  }

  /** Bytes of rows and requests for them that all ranks have sent. */
  private static long sent(Transport transport, Communicator workers) {
    workers.barrier();
    return sum(workers, transport.traffic().bytes(Purpose.FEATURES));
  }

  private static long sum(Communicator workers, long own) {
    return Arrays.stream(workers.allGather(Purpose.CONTROL, own)).sum();
  }

  @Test
  void columnsAreNamedOnce() {
    assertThrows(IllegalArgumentException.class, () -> Columns.of(1, 2, 1));
    assertThrows(IllegalArgumentException.class, () -> Columns.of(-1));
    Columns columns = Columns.of(4, 0);
    MemorySegment message = MemorySegment.ofArray(new int[20]);
    RowRequest written = RowRequest.write(true, columns, message);
    assertEquals(20 - 3, written.count());
    RowRequest read = RowRequest.read(message);
    assertEquals(true, read.degrees());
    assertEquals(2, read.columns().count(99));
    assertArrayEquals(new int[] {0b10001}, read.columns().bits());
    assertArrayEquals(new int[] {1, 0, 2}, Columns.ofBits(new int[] {1, 0, 2}).bits());
    assertEquals(written.count(), read.count());
    assertEquals(4 * (3 + 10), RowRequest.bytes(columns, 10));
    assertEquals(4 * (1 + 10), RowRequest.bytes(Columns.ALL, 10));
  }

  @Test
  void ownersGroupPlacesInTheirOrder() {
    var owners = new Owners(BOOK);
    int[] nodes = {99, 0, 40, 39, 5, 99};
    owners.sort(MemorySegment.ofArray(nodes), nodes.length);
    assertArrayEquals(new int[] {1, 3, 4}, places(owners, 0));
    assertArrayEquals(new int[] {}, places(owners, 1));
    assertArrayEquals(new int[] {0, 2, 5}, places(owners, 2));
    MemorySegment copied = MemorySegment.ofArray(new int[3]);
    owners.copy(2, MemorySegment.ofArray(nodes), copied);
    assertArrayEquals(new int[] {99, 40, 99}, copied.toArray(JAVA_INT));
    assertEquals(2, owners.ownerAt(0));
    owners.sort(MemorySegment.ofArray(nodes), 0);
    assertEquals(0, owners.count(0) + owners.count(1) + owners.count(2));
    assertThrows(
        IndexOutOfBoundsException.class,
        () -> owners.sort(MemorySegment.ofArray(new int[] {100}), 1));
  }

  private static int[] places(Owners owners, int part) {
    int[] places = new int[owners.count(part)];
    Arrays.setAll(places, i -> owners.place(part, i));
    return places;
  }

  private static int[] nodes(int count, int rank) {
    int[] nodes = new int[count];
    Arrays.setAll(nodes, i -> (i * 37 + rank * 11) % 100);
    return nodes;
  }

  private static long remote(MemorySegment nodes, int count, int rank) {
    long remote = 0;
    for (int i = 0; i < count; i++) {
      remote += BOOK.owner(nodes.getAtIndex(JAVA_INT, i)) == rank ? 0 : 1;
    }
    return remote;
  }

  private static float get(Matrix m, int row, int column) {
    return m.data().get(JAVA_FLOAT, row * m.rowBytes() + (long) column * Float.BYTES);
  }

  private static void set(Matrix m, int row, int column, float value) {
    m.data().set(JAVA_FLOAT, row * m.rowBytes() + (long) column * Float.BYTES, value);
  }
}
