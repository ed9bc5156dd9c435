package dev.atoll.graph.partition.multilevel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.fixture.Graphs;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.testkit.JavaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The heap that the forecast says is enough for a partition, and a quarter of it is too little. A
 * process whose heap has a limit says so without a clock.
 */
@Tag("slow")
class ForecastHeapTest {
  private static final int NODES = 300_000;
  private static final int EDGES = 1_500_000;

  /** Bytes of a heap for the classes of a JVM, and for young objects. */
  private static final long MACHINE = 12L << 20;

  private static final int OUT_OF_MEMORY = 3;

  @TempDir private Path folder;

  private static PartitionGoal goal(int threads) {
    return PartitionGoal.of(8).onThreads(threads);
  }

  /** Partitions the graph of two files. */
  public static final class Partitions {
    private Partitions() {}

    public static void main(String[] args) {
      try (Arena arena = Arena.ofShared()) {
        CsrGraph graph = graph(Path.of(args[0]), arena);
        new MultilevelPartitioner().partition(graph, goal(Integer.parseInt(args[1])));
      } catch (OutOfMemoryError e) {
        System.exit(OUT_OF_MEMORY);
      }
    }
  }

  private static CsrGraph graph(Path folder, Arena arena) {
    MemorySegment starts = mapped(folder.resolve("starts"), arena);
    return new CsrGraph(
        (int) (starts.byteSize() / Long.BYTES) - 1,
        starts,
        mapped(folder.resolve("neighbors"), arena));
  }

  private static MemorySegment mapped(Path file, Arena arena) {
    try (var channel = FileChannel.open(file)) {
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(String name, MemorySegment content) throws IOException {
    try (Arena arena = Arena.ofConfined();
        var channel =
            FileChannel.open(
                folder.resolve(name),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
      channel.map(FileChannel.MapMode.READ_WRITE, 0, content.byteSize(), arena).copyFrom(content);
    }
  }

  private int exitCode(int threads, long heap) throws Exception {
    var options = List.of("-XX:+UseSerialGC", "-Xmn4m", "-Xms" + heap, "-Xmx" + heap);
    Process process =
        JavaProcess.of(options, Partitions.class, folder.toString(), Integer.toString(threads))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log.txt").toFile())
            .start();
    return process.waitFor();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void theForecastIsEnoughAndNotFourTimesTooMuch(int threads) throws Exception {
    CsrGraph graph = Graphs.simple(NODES, EDGES, new SplittableRandom(1));
    write("starts", graph.rowStarts());
    write("neighbors", graph.neighbors());
    long forecast = new MultilevelPartitioner().memory(graph, goal(threads)).heapBytes();
    assertEquals(
        0, exitCode(threads, forecast + MACHINE), Files.readString(folder.resolve("log.txt")));
    assertEquals(
        OUT_OF_MEMORY,
        exitCode(threads, forecast / 4 + MACHINE),
        () -> "a quarter of %d bytes is enough".formatted(forecast));
  }
}
