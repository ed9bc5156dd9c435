package dev.atoll.app.memory;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.PartitionMemory;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.recipe.log.Units;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * An estimate of the memory that partitioning a graph will need, and the memory that is available.
 * A program with a large heap takes more than it needs, because garbage stays until it has to be
 * collected. The JVM itself (compiled code and the like) counts too.
 *
 * @param heapBytes in Java's heap
 * @param offHeapBytes outside of it
 * @param heapLimit the maximum size of the heap
 * @param available free memory of the machine
 */
public record MemoryForecast(long heapBytes, long offHeapBytes, long heapLimit, long available) {
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final String AVAILABLE = "MemAvailable:";
  private static final long PROGRAM = 64L << 20;

  /** Memory for partitioning a graph. */
  public static MemoryForecast of(Partitioner partitioner, CsrGraph graph, PartitionGoal goal) {
    PartitionMemory needed = partitioner.memory(graph, goal);
    return new MemoryForecast(
        needed.heapBytes(),
        PROGRAM + needed.offHeapBytes(),
        Runtime.getRuntime().maxMemory(),
        availableBytes());
  }

  /**
   * Available memory: free memory of the machine, or the limit of a container if that is less;
   * {@link Long#MAX_VALUE} if the system does not report it.
   */
  public static long availableBytes() {
    return Math.min(MemoryLimit.here().bytes(), freeBytes());
  }

  private static long freeBytes() {
    try (Stream<String> lines = Files.lines(MEMORY)) {
      return lines
          .filter(line -> line.startsWith(AVAILABLE))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
          .findFirst()
          .orElse(Long.MAX_VALUE);
    } catch (IOException _) {
      return Long.MAX_VALUE;
    }
  }

  public long bytes() {
    return heapBytes + offHeapBytes;
  }

  public boolean fits() {
    return heapBytes <= heapLimit && bytes() <= available;
  }

  /** Checks that the memory suffices; the error message names the remedy. */
  public void require() {
    if (!fits()) {
      throw new IllegalStateException(
          describe()
              + "; "
              + (bytes() > available
                  ? "it does not fit: free memory, or use --partitioner stream, which needs less"
                  : "it does not fit: ATOLL_JAVA_OPTS=-Xmx%dg allows a larger heap"
                      .formatted(Math.ceilDiv(heapBytes, 1L << 30) + 1)));
    }
  }

  /** The estimate as one line of text. */
  public String describe() {
    return "needs about %s of memory, %s of it heap; %s are available, the heap may grow to %s"
        .formatted(
            Units.bytes(bytes()),
            Units.bytes(heapBytes),
            Units.bytes(available),
            Units.bytes(heapLimit));
  }
}
