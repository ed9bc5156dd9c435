package dev.atoll.graph.build;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Features;
import dev.atoll.graph.Labels;
import dev.atoll.graph.Split;
import dev.atoll.graph.csr.CsrBuilder;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.csr.EdgeOutOfRangeException;
import dev.atoll.graph.csr.EdgeSource;
import dev.atoll.graph.csr.Storage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Map;

/**
 * Builds a dataset from plain arrays. Nodes are 0 to n − 1.
 *
 * <pre>{@code
 * Dataset dataset =
 *     new DatasetBuilder("mine", 4)
 *         .undirectedEdges(new int[] {0, 1, 2}, new int[] {1, 2, 3})
 *         .features(new float[][] {{1, 0}, {1, 1}, {0, 1}, {0, 0}})
 *         .labels(0, 0, 1, 1)
 *         .split(new int[] {0, 2}, new int[] {1}, new int[] {3})
 *         .build();
 * }</pre>
 */
public final class DatasetBuilder {
  private final String name;
  private final int nodes;
  private CsrOptions options = CsrOptions.AS_GIVEN.deduplicated();
  private int[] sources = {};
  private int[] targets = {};
  private float[][] features;
  private int[] labels;
  private byte[] roles;

  public DatasetBuilder(String name, int nodes) {
    if (nodes < 1) {
      throw new BadDataException(
          "dataset %s: expected at least 1 node, found %d".formatted(name, nodes));
    }
    this.name = name;
    this.nodes = nodes;
  }

  /** Edge i leads from {@code from[i]} to {@code to[i]}; repeated edges count once. */
  public DatasetBuilder directedEdges(int[] from, int[] to) {
    if (from.length != to.length) {
      throw new BadDataException(
          "edges of dataset %s: expected as many targets as sources, found %d sources and %d targets"
              .formatted(name, from.length, to.length));
    }
    sources = from.clone();
    targets = to.clone();
    options = CsrOptions.AS_GIVEN.deduplicated();
    return this;
  }

  /** Edge i leads from {@code from[i]} to {@code to[i]} and back; repeated edges count once. */
  public DatasetBuilder undirectedEdges(int[] from, int[] to) {
    directedEdges(from, to);
    options = options.symmetrized();
    return this;
  }

  /** A feature row per node, all of one width. */
  public DatasetBuilder features(float[][] rows) {
    requirePerNode("features", "rows", rows.length);
    for (int node = 0; node < nodes; node++) {
      if (rows[node].length != rows[0].length) {
        throw new BadDataException(
            "features of dataset %s, node %d: expected %d columns as node 0 has, found %d"
                .formatted(name, node, rows[0].length, rows[node].length));
      }
    }
    features = Arrays.stream(rows).map(float[]::clone).toArray(float[][]::new);
    return this;
  }

  /** A class per node, from 0 on; −1 if it is unknown. */
  public DatasetBuilder labels(int... classes) {
    requirePerNode("labels", "classes", classes.length);
    for (int node = 0; node < nodes; node++) {
      if (classes[node] < -1) {
        throw new BadDataException(
            "labels of dataset %s, node %d: expected a class from 0 on, or -1 for unknown, found %d"
                .formatted(name, node, classes[node]));
      }
    }
    labels = classes.clone();
    return this;
  }

  /** The nodes to train, validate and test on; the default split. */
  public DatasetBuilder split(int[] train, int[] validation, int[] test) {
    roles = new byte[nodes];
    Arrays.fill(roles, (byte) Split.NONE);
    assign(train, Split.TRAIN);
    assign(validation, Split.VALIDATION);
    assign(test, Split.TEST);
    return this;
  }

  private void assign(int[] members, int role) {
    for (int node : members) {
      if (node < 0 || node >= nodes) {
        throw new BadDataException(
            "split of dataset %s: expected nodes 0 to %d, found %d"
                .formatted(name, nodes - 1, node));
      }
      if (roles[node] != Split.NONE) {
        throw new BadDataException(
            "split of dataset %s: node %d is named twice; expected every node in one part at most"
                .formatted(name, node));
      }
      roles[node] = (byte) role;
    }
  }

  private void requirePerNode(String what, String items, int count) {
    if (count != nodes) {
      throw new BadDataException(
          "%s of dataset %s: expected %d %s, one per node, found %d"
              .formatted(what, name, nodes, items, count));
    }
  }

  /**
   * Builds the dataset in newly allocated memory, which is freed when it is closed.
   *
   * @throws EdgeOutOfRangeException for an edge that names a node outside 0 to n − 1
   */
  public Dataset build() {
    Arena memory = Arena.ofShared();
    try {
      CsrGraph graph = new CsrBuilder(options).build(new ArrayEdges(), Storage.in(memory));
      Dataset dataset = Dataset.of(name, graph, memory);
      if (features != null) {
        dataset = dataset.with(dense(features, memory));
      }
      if (labels != null) {
        dataset = dataset.with(single(labels, memory));
      }
      return roles == null
          ? dataset
          : dataset.withSplits(
              Map.of("split", new Split("split", nodes, memory.allocateFrom(JAVA_BYTE, roles))));
    } catch (RuntimeException | Error e) {
      memory.close();
      throw e;
    }
  }

  private static Features dense(float[][] rows, Arena memory) {
    int width = rows[0].length;
    MemorySegment data = memory.allocate(JAVA_FLOAT, Math.max(1, (long) rows.length * width));
    for (int node = 0; node < rows.length; node++) {
      MemorySegment.copy(rows[node], 0, data, JAVA_FLOAT, (long) node * width * Float.BYTES, width);
    }
    return new Features.Dense(rows.length, width, Features.Element.F32, data);
  }

  private static Labels single(int[] classes, Arena memory) {
    int count = Arrays.stream(classes).max().orElse(-1) + 1;
    return new Labels.Single(classes.length, count, memory.allocateFrom(JAVA_INT, classes));
  }

  /** The edges of the two arrays, in one chunk. */
  private final class ArrayEdges implements EdgeSource {
    @Override
    public long nodeCount() {
      return nodes;
    }

    @Override
    public int chunkCount() {
      return 1;
    }

    @Override
    public void forEach(int chunk, EdgeSink sink) {
      for (int i = 0; i < sources.length; i++) {
        sink.accept(sources[i], targets[i]);
      }
    }
  }
}
