package dev.atoll.app.memory;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.recipe.screen.Units;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The memory that cutting a graph will need, known before it starts. A program with a large heap
 * takes more than it needs: it leaves garbage lying until it has to collect it.
 *
 * <pre>
 *   graph    8 bytes per node, 4 per arc, where arcs are both directions of every edge
 *   copies   a directed graph is turned into an undirected one: two graphs
 *   levels   multilevel: coarser graphs, 8 bytes per arc, half as many on each: 16 in all
 *   gains    multilevel: 4 bytes for every part next to a node, and never more than 8 per arc
 *   nodes    weights, 4 bytes per node and constraint; orders and marks of the nodes
 *   program  the JVM's own: compiled code and the like
 * </pre>
 *
 * @param heapBytes in Java's heap
 * @param offHeapBytes beside it
 * @param heapLimit what the heap may hold
 * @param available what the machine has to give
 */
public record MemoryForecast(long heapBytes, long offHeapBytes, long heapLimit, long available) {
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final String AVAILABLE = "MemAvailable:";
  private static final long PROGRAM = 64L << 20;
  private static final long MARKS_PER_NODE = 48;
  private static final long MARKS_PER_NODE_OF_LEVELS = 96;
  private static final long BYTES_PER_ARC_OF_LEVELS = 16;

  /** What a partitioner needs for a graph. */
  public static MemoryForecast of(String partitioner, CsrGraph graph, PartitionGoal goal) {
    long nodes = graph.nodeCount();
    long arcs = undirected(graph) ? graph.edgeCount() : 2 * graph.edgeCount();
    long copies = undirected(graph) ? 0 : 2 * (nodes * Long.BYTES + arcs * Integer.BYTES);
    long weights = nodes * goal.balance().size() * Integer.BYTES;
    if (!partitioner.equals("multilevel")) {
      boolean looksAtEdges = !partitioner.equals("chunk") && !partitioner.equals("random");
      return of(nodes * MARKS_PER_NODE + weights, looksAtEdges ? copies : 0);
    }
    long gains = Integer.BYTES * Math.min(nodes * goal.parts(), 2 * arcs);
    return of(
        2 * weights + gains + nodes * MARKS_PER_NODE_OF_LEVELS,
        copies + arcs * BYTES_PER_ARC_OF_LEVELS);
  }

  private static MemoryForecast of(long heapBytes, long offHeapBytes) {
    return new MemoryForecast(
        heapBytes, PROGRAM + offHeapBytes, Runtime.getRuntime().maxMemory(), availableBytes());
  }

  /** By a look at the first rows: whether each neighbour of a node has it as a neighbour. */
  private static boolean undirected(CsrGraph graph) {
    long looked = 0;
    for (long v = 0; v < graph.nodeCount() && looked < 1000; v++) {
      for (long i = 0; i < Math.min(10, graph.inDegree(v)); i++, looked++) {
        if (!hasNeighbor(graph, graph.inNeighbor(v, i), v)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean hasNeighbor(CsrGraph graph, long v, long wanted) {
    for (long i = 0; i < graph.inDegree(v); i++) {
      if (graph.inNeighbor(v, i) == wanted) {
        return true;
      }
    }
    return false;
  }

  /** What the machine has to give now; without end where the system does not tell. */
  public static long availableBytes() {
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

  /** Says what does not fit, and what helps. */
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

  /** In one line. */
  public String describe() {
    return "needs about %s of memory, %s of it heap; %s are available, the heap may grow to %s"
        .formatted(
            Units.bytes(bytes()),
            Units.bytes(heapBytes),
            Units.bytes(available),
            Units.bytes(heapLimit));
  }

  /** For programs. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("bytes", bytes());
    json.put("heapBytes", heapBytes);
    json.put("available", available);
    json.put("heapLimit", heapLimit);
    json.put("fits", fits());
    return json;
  }
}
