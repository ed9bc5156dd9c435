package dev.atoll.bench;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.Requests;
import dev.atoll.comm.Service;
import dev.atoll.comm.Transport;
import dev.atoll.comm.local.LocalTransport;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.graph.Features;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.recipe.log.RunLog;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.cost.ReadCounts;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.store.DenseStoredRows;
import dev.atoll.train.store.FeatureRows;
import dev.atoll.train.store.FeatureScaling;
import dev.atoll.train.store.MappedRows;
import dev.atoll.train.store.OwnedRows;
import dev.atoll.train.store.RowService;
import dev.atoll.train.store.ShardedStore;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The speed at which all workers at once read random feature rows, of which each owns an equal
 * part: in place, as threads of one process do; from a mapped file, as processes of one machine do;
 * through messages of one process; and over loopback TCP. For comparison: a copy of as many bytes,
 * the host's gather kernel, and plain sockets, in turns with TCP, that move either as many bytes as
 * the rows of other workers or the gathered rows. Rates are bytes of rows per second, own rows
 * included, of all workers together.
 */
public final class StoreSpeed {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final String KERNEL = "gather kernel";
  private static final String TCP = "loopback TCP";
  private static final String SOCKETS = "plain sockets";
  private static final String SOCKETS_WITH_ROWS = "plain sockets, rows";
  private static final String MAPPED = "mapped file";

  /** Turns after which the code of all ways is compiled. */
  private static final int WARM_UP = 20;

  private final int ranks;
  private final int rows;
  private final int width;
  private final int threads;
  private final int repeats;
  private final Map<String, Timing> timings = new LinkedHashMap<>();

  /** The way in which a rank reads rows of other ranks. */
  private enum Reading {
    IN_PLACE,
    MAPPED,
    MESSAGES
  }

  /** The transport between the ranks. */
  private interface Ranks {
    List<Transport> connect() throws InterruptedException;
  }

  private StoreSpeed(int ranks, int rows, int width, int threads, int repeats) {
    this.ranks = ranks;
    this.rows = rows;
    this.width = width;
    this.threads = threads;
    this.repeats = repeats;
  }

  /**
   * Measures all ways to read rows.
   *
   * @param rows of all workers; each reads as many as it owns
   * @param threads of all workers together
   */
  public static StoreSpeed measure(int ranks, int rows, int width, int threads, int repeats)
      throws IOException, InterruptedException {
    if (ranks < 2 || rows < ranks || width < 1) {
      throw new IllegalArgumentException(
          "--ranks %d --rows %d --width %d: expected 2 ranks or more, a row for each and a width"
              .formatted(ranks, rows, width));
    }
    var speed = new StoreSpeed(ranks, rows, width, threads, repeats);
    speed.timings.put("copy", speed.copy());
    speed.timings.put(KERNEL, speed.gatherKernel());
    Ranks local = () -> LocalTransport.group(ranks, Limits.DEFAULT);
    speed.timings.put("threads, in place", speed.store(local, Reading.IN_PLACE));
    speed.timings.put(MAPPED, speed.store(local, Reading.MAPPED));
    speed.timings.put("threads, messages", speed.store(local, Reading.MESSAGES));
    speed.measureTcp();
    return speed;
  }

  private double bytesPerSecond(String way) {
    return bytes() / timings.get(way).seconds();
  }

  private double cpuPerGigabyte(String way) {
    return timings.get(way).cpuSeconds() / bytes() * 1e9;
  }

  private long bytes() {
    return (long) perRank() * ranks * width * Float.BYTES;
  }

  private int perRank() {
    return rows / ranks;
  }

  private Timing copy() {
    try (Arena memory = Arena.ofShared()) {
      MemorySegment from = memory.allocate(bytes(), 64);
      MemorySegment to = memory.allocate(bytes(), 64);
      return Timing.of(
          repeats,
          () ->
              Parallel.forEachRange(
                  threads,
                  bytes(),
                  CHUNK_BYTES,
                  (begin, end) -> MemorySegment.copy(from, begin, to, begin, end - begin)));
    }
  }

  private Timing gatherKernel() {
    try (var backend = CpuBackend.open(threads);
        Benchmark.Prepared call =
            new GatherBenchmark(perRank() * ranks, perRank() * ranks, width).prepare(backend)) {
      return Timing.of(repeats, call::call);
    }
  }

  /**
   * Measures plain sockets, over which every rank sends the others the rows that they would
   * request.
   */
  private void measureTcp() throws IOException, InterruptedException {
    long bytesEach = bytes() / ranks / ranks;
    var tcp = new RankTiming(repeats);
    var plain = new RankTiming(repeats);
    var withRows = new RankTiming(repeats);
    try (PlainSockets sockets = PlainSockets.connect(ranks)) {
      readOnAll(
          () -> AllReduceSpeed.connect(ranks),
          Reading.MESSAGES,
          MemorySegment.NULL,
          (all, turn, reader) -> {
            tcp.turn(turn, all, reader::gather);
            plain.turn(turn, all, () -> sockets.exchange(all.rank(), bytesEach));
            PlainRows rowsOfAll = reader.plain(all.rank(), ranks);
            withRows.turn(turn, all, () -> rowsOfAll.exchange(sockets, threadsEach()));
          });
    }
    timings.put(TCP, tcp.median());
    timings.put(SOCKETS, plain.median());
    timings.put(SOCKETS_WITH_ROWS, withRows.median());
  }

  private Timing store(Ranks connected, Reading reading) throws IOException, InterruptedException {
    Path file = Files.createTempFile("atoll-rows", ".bin");
    var timing = new RankTiming(repeats);
    try (Arena memory = Arena.ofShared()) {
      MemorySegment mapped =
          reading == Reading.MAPPED ? zeros(file, bytes(), memory) : MemorySegment.NULL;
      readOnAll(
          connected,
          reading,
          mapped,
          (all, turn, reader) -> timing.turn(turn, all, reader::gather));
    } finally {
      Files.delete(file);
    }
    return timing.median();
  }

  private static MemorySegment zeros(Path file, long bytes, Arena memory) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (long at = 0; at < bytes; at += CHUNK_BYTES) {
        channel.write(ByteBuffer.allocate((int) Math.min(CHUNK_BYTES, bytes - at)), at);
      }
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, bytes, memory);
    }
  }

  /** One turn of a rank; negative numbers warm up. */
  private interface Turn {
    void take(Communicator all, int turn, Reader reader) throws Exception;
  }

  /** Reads the rows of one rank, copied from their stores. */
  private record Reader(ShardedStore store, Matrix own, MemorySegment nodes, Matrix into) {
    void gather() {
      store.gather(nodes, into.rows(), into, null);
    }

    PlainRows plain(int rank, int ranks) {
      return new PlainRows(rank, ranks, own, nodes, into);
    }
  }

  private void readOnAll(Ranks connected, Reading reading, MemorySegment mapped, Turn turn)
      throws InterruptedException {
    ThreadRanks.run(
        connected.connect(),
        transport -> {
          try (Arena memory = Arena.ofShared();
              Requests requests = new Requests(transport, Math.max(2, threadsEach()));
              Communicator all = Communicator.on(transport)) {
            read(transport, requests, all, reading, mapped, memory, turn);
          }
          return null;
        });
  }

  private void read(
      Transport transport,
      Requests requests,
      Communicator all,
      Reading reading,
      MemorySegment mapped,
      Arena memory,
      Turn turn)
      throws Exception {
    PartitionBook book = book();
    int service = Service.FEATURE_ROWS.number();
    Matrix rowsHere = OwnedRows.matrix(perRank(), width, memory);
    rowsHere.data().fill((byte) (transport.rank() + 1)); // pages never written are all the same one
    OwnedRows table =
        OwnedRows.withoutDegrees(book.first(transport.rank()), new DenseStoredRows(rowsHere));
    requests.serve(service, new RowService(table, RowCodec.fp32(), threadsEach()));
    if (reading != Reading.MESSAGES) {
      boolean inPlace = reading == Reading.IN_PLACE;
      transport
          .sharedProcess()
          .orElseThrow()
          .offer(transport.rank(), service, inPlace ? table : rowsOf(transport.rank(), mapped));
    }
    all.barrier();
    var store =
        new ShardedStore(
            service,
            table,
            book,
            transport,
            requests,
            RowCodec.fp32(),
            new ReadCounts()::addOf,
            threadsEach());
    Matrix into = OwnedRows.matrix(perRank(), width, memory);
    var reader = new Reader(store, rowsHere, nodes(transport.rank()), into);
    for (int i = -Math.max(WARM_UP, repeats); i < repeats; i++) {
      turn.take(all, i, reader);
    }
  }

  private int threadsEach() {
    return Math.max(1, threads / ranks);
  }

  /** The rows of a rank in a file of all of them. */
  private MappedRows rowsOf(int rank, MemorySegment mapped) {
    var features =
        new Features.Dense((long) perRank() * ranks, width, Features.Element.F32, mapped);
    return MappedRows.withoutDegrees(
        book().first(rank), perRank(), new FeatureRows(features, FeatureScaling.NONE, 0, 1));
  }

  private PartitionBook book() {
    List<Long> first = new ArrayList<>();
    for (int rank = 0; rank <= ranks; rank++) {
      first.add((long) rank * perRank());
    }
    return PartitionBook.ofFirstNodes(first);
  }

  private MemorySegment nodes(int rank) {
    int[] nodes = new int[perRank()];
    RandomKey key = RandomKey.ofSeed(1).child(rank);
    Arrays.setAll(nodes, i -> (int) (key.unit(i) * perRank() * ranks));
    return MemorySegment.ofArray(nodes);
  }

  public void show(RunLog log) {
    var table =
        Table.of("random rows", "GB/s", "of the kernel", "of plain sockets", "CPU s per GB");
    for (String way : timings.keySet()) {
      table.row(
          way,
          Units.decimals(bytesPerSecond(way) / 1e9, 2),
          Units.decimals(bytesPerSecond(way) / bytesPerSecond(KERNEL), 2),
          Units.decimals(bytesPerSecond(way) / bytesPerSecond(SOCKETS), 2),
          Units.decimals(cpuPerGigabyte(way), 2));
    }
    table.show(log);
  }

  /**
   * The output of {@code bench store --json}.
   *
   * @param byWay rates by the name of the way
   */
  public record Result(
      int ranks, int rows, int width, int threads, @JsonAnyGetter Map<String, Rate> byWay) {}

  /**
   * Bytes of rows that arrive per second.
   *
   * @param cpuSecondsPerGigabyte of all workers
   */
  public record Rate(double bytesPerSecond, double cpuSecondsPerGigabyte) {}

  public Result result() {
    Map<String, Rate> rates = new LinkedHashMap<>();
    for (String way : timings.keySet()) {
      rates.put(name(way), new Rate(bytesPerSecond(way), cpuPerGigabyte(way)));
    }
    return new Result(ranks, rows, width, threads, rates);
  }

  private static String name(String way) {
    return switch (way) {
      case "copy" -> "copy";
      case KERNEL -> "gather";
      case "threads, in place" -> "inPlace";
      case MAPPED -> "mapped";
      case "threads, messages" -> "messages";
      case SOCKETS -> "sockets";
      case SOCKETS_WITH_ROWS -> "socketsWithRows";
      default -> "tcp";
    };
  }
}
