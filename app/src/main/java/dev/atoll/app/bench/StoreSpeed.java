package dev.atoll.app.bench;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.Requests;
import dev.atoll.comm.Service;
import dev.atoll.comm.Transport;
import dev.atoll.comm.local.LocalTransport;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.graph.Features;
import dev.atoll.graph.Parallel;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.recipe.log.RunLog;
import dev.atoll.recipe.log.Table;
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
import java.util.Locale;
import java.util.Map;

/**
 * The speed of random feature rows read by all workers at once, each of which owns an equal part:
 * in place as threads of one process do, from a mapped file as processes of one machine do, through
 * messages of one process, and over loopback TCP. Beside them a copy of as many bytes, the host's
 * gather kernel, and plain sockets that move the rows of other workers. Rates are in bytes of rows,
 * own ones among them, that arrive per second, on all workers together.
 */
public final class StoreSpeed {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final String KERNEL = "gather kernel";
  private static final String SOCKETS = "plain sockets";
  private static final String MAPPED = "mapped file";

  private final int ranks;
  private final int rows;
  private final int width;
  private final int threads;
  private final int repeats;
  private final Map<String, Double> bytesPerSecond = new LinkedHashMap<>();

  /** The way in which a rank reads rows of others. */
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
    speed.add("copy", speed.copySeconds());
    speed.add(KERNEL, speed.gatherSeconds());
    Ranks local = () -> LocalTransport.group(ranks, Limits.DEFAULT);
    speed.add("threads, in place", speed.storeSeconds(local, Reading.IN_PLACE));
    speed.add(MAPPED, speed.storeSeconds(local, Reading.MAPPED));
    speed.add("threads, messages", speed.storeSeconds(local, Reading.MESSAGES));
    speed.add(
        "loopback TCP", speed.storeSeconds(() -> AllReduceSpeed.connect(ranks), Reading.MESSAGES));
    speed.add(SOCKETS, speed.socketSeconds());
    return speed;
  }

  private void add(String way, double seconds) {
    bytesPerSecond.put(way, bytes() / seconds);
  }

  private long bytes() {
    return (long) perRank() * ranks * width * Float.BYTES;
  }

  private int perRank() {
    return rows / ranks;
  }

  private double copySeconds() {
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
                      (begin, end) -> MemorySegment.copy(from, begin, to, begin, end - begin)))
          .seconds();
    }
  }

  private double gatherSeconds() {
    try (var backend = CpuBackend.open(threads);
        Benchmark.Prepared call =
            new GatherBenchmark(perRank() * ranks, perRank() * ranks, width).prepare(backend)) {
      return Timing.of(repeats, call::call).seconds();
    }
  }

  /** Every rank sends the others the rows that they would ask for. */
  private double socketSeconds() throws IOException, InterruptedException {
    long bytesEach = bytes() / ranks / ranks;
    var timing = new RankTiming(repeats);
    try (PlainSockets sockets = PlainSockets.connect(ranks)) {
      ThreadRanks.run(
          ranks,
          Limits.DEFAULT,
          transport -> {
            try (Communicator all = Communicator.on(transport)) {
              time(all, timing, () -> sockets.exchange(transport.rank(), bytesEach));
            }
            return null;
          });
    }
    return timing.median().seconds();
  }

  private double storeSeconds(Ranks connected, Reading reading)
      throws IOException, InterruptedException {
    Path file = Files.createTempFile("atoll-rows", ".bin");
    try (Arena memory = Arena.ofShared()) {
      MemorySegment mapped =
          reading == Reading.MAPPED ? zeros(file, bytes(), memory) : MemorySegment.NULL;
      return storeSeconds(connected, reading, mapped);
    } finally {
      Files.delete(file);
    }
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

  private double storeSeconds(Ranks connected, Reading reading, MemorySegment mapped)
      throws InterruptedException {
    var timing = new RankTiming(repeats);
    ThreadRanks.run(
        connected.connect(),
        transport -> {
          try (Arena memory = Arena.ofShared();
              Requests requests = new Requests(transport, Math.max(2, threads / ranks));
              Communicator all = Communicator.on(transport)) {
            read(transport, requests, all, reading, mapped, memory, timing);
          }
          return null;
        });
    return timing.median().seconds();
  }

  private void read(
      Transport transport,
      Requests requests,
      Communicator all,
      Reading reading,
      MemorySegment mapped,
      Arena memory,
      RankTiming timing)
      throws Exception {
    PartitionBook book = book();
    int own = Math.max(1, threads / ranks);
    int service = Service.FEATURE_ROWS.number();
    OwnedRows table =
        OwnedRows.withoutDegrees(
            book.first(transport.rank()),
            new DenseStoredRows(OwnedRows.matrix(perRank(), width, memory)));
    requests.serve(service, new RowService(table, RowCodec.fp32(), own));
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
            service, table, book, transport, requests, RowCodec.fp32(), new ReadCounts(), own);
    MemorySegment nodes = MemorySegment.ofArray(nodes(transport.rank()));
    Matrix into = OwnedRows.matrix(perRank(), width, memory);
    time(all, timing, () -> store.gather(nodes, perRank(), into, null));
  }

  /** The rows of a rank in a file of all of them. */
  private MappedRows rowsOf(int rank, MemorySegment mapped) {
    var features =
        new Features.Dense((long) perRank() * ranks, width, Features.Element.F32, mapped);
    return MappedRows.withoutDegrees(
        book().first(rank), perRank(), new FeatureRows(features, FeatureScaling.NONE, 0, 1));
  }

  private void time(Communicator all, RankTiming timing, RankTiming.Work work) throws Exception {
    for (int turn = -repeats; turn < repeats; turn++) {
      timing.turn(turn, all, work);
    }
  }

  private PartitionBook book() {
    List<Long> first = new ArrayList<>();
    for (int rank = 0; rank <= ranks; rank++) {
      first.add((long) rank * perRank());
    }
    return PartitionBook.ofFirstNodes(first);
  }

  private int[] nodes(int rank) {
    int[] nodes = new int[perRank()];
    RandomKey key = RandomKey.ofSeed(1).child(rank);
    Arrays.setAll(nodes, i -> (int) (key.unit(i) * perRank() * ranks));
    return nodes;
  }

  public void show(RunLog log) {
    var table = Table.of("random rows", "GB/s", "of the kernel", "of plain sockets");
    bytesPerSecond.forEach(
        (way, rate) ->
            table.row(
                way,
                String.format(Locale.ROOT, "%.2f", rate / 1e9),
                share(rate, KERNEL),
                share(rate, SOCKETS)));
    table.show(log);
  }

  private String share(double rate, String of) {
    return String.format(Locale.ROOT, "%.2f", rate / bytesPerSecond.get(of));
  }

  /**
   * The output of {@code bench store --json}.
   *
   * @param byWay rates by the name of the way
   */
  public record Result(
      int ranks, int rows, int width, int threads, @JsonAnyGetter Map<String, Rate> byWay) {}

  /** Bytes of rows that arrive per second. */
  public record Rate(double bytesPerSecond) {}

  public Result result() {
    Map<String, Rate> rates = new LinkedHashMap<>();
    bytesPerSecond.forEach((way, rate) -> rates.put(name(way), new Rate(rate)));
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
      default -> "tcp";
    };
  }
}
