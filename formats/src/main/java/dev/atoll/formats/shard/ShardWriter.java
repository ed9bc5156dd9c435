package dev.atoll.formats.shard;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.atoll.formats.PendingFolder;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.csr.GraphOperations;
import dev.atoll.graph.csr.Storage;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.graph.partition.shard.Topology;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Writes the shards of a graph in memory; see the package for the files.
 *
 * @param origin description of the origin of the parts, stored with the shards
 * @param progress receives the number of parts written so far
 */
public record ShardWriter(
    Topology topology, int threads, Map<String, String> origin, IntConsumer progress) {
  public ShardWriter(Topology topology, int threads) {
    this(topology, threads, Map.of(), _ -> {});
  }

  /** Writes a new folder, whole or not at all; with the weights of the edges, if they have some. */
  public void write(CsrGraph graph, Partitioning partitioning, Path folder) throws IOException {
    write(graph, Optional.empty(), partitioning, folder);
  }

  /**
   * Writes shards with the node data of a dataset: a part's features are stored next to its edges,
   * so that its worker needs nothing else.
   */
  public void write(Dataset dataset, Partitioning partitioning, Path folder) throws IOException {
    write(dataset.graph(), Optional.of(dataset), partitioning, folder);
  }

  private void write(
      CsrGraph graph, Optional<Dataset> nodes, Partitioning partitioning, Path folder)
      throws IOException {
    if (partitioning.nodeCount() != graph.nodeCount()) {
      throw new IllegalArgumentException(
          "a partition of %d nodes does not fit a graph of %d"
              .formatted(partitioning.nodeCount(), graph.nodeCount()));
    }
    try (PendingFolder pending = PendingFolder.beside(folder);
        Arena passing = Arena.ofShared()) {
      var files = new ShardFiles(topology, pending::write);
      PartitionBook book = PartitionBook.of(partitioning);
      Ordering order = PartitionBook.ordering(partitioning);
      CsrGraph renumbered =
          new GraphOperations(Storage.in(passing), threads).relabelled(graph, order);
      files.originalIds(order.nodeCount(), order::oldOf);
      if (topology == Topology.REPLICATED) {
        rows(files, 0, renumbered, 0, renumbered.nodeCount());
      }
      List<Long> haloNodes = new ArrayList<>();
      for (int part = 0; part < book.parts(); part++) {
        if (topology == Topology.PARTITIONED) {
          rows(files, part, renumbered, book.first(part), book.first(part + 1));
        }
        BitSet halo = halo(renumbered, book.first(part), book.first(part + 1));
        files.halo(part, halo);
        haloNodes.add((long) halo.cardinality());
        progress.accept(part + 1);
      }
      NodeIndex index =
          nodes.isPresent() ? new NodeWriter(nodes.get(), book, order, files).write() : null;
      files.index(book, edges(renumbered, book), haloNodes, origin, index);
      pending.publish();
    }
  }

  private static List<Long> edges(CsrGraph graph, PartitionBook book) {
    return IntStream.range(0, book.parts())
        .mapToObj(part -> graph.rowStart(book.first(part + 1)) - graph.rowStart(book.first(part)))
        .toList();
  }

  private static void rows(ShardFiles files, int part, CsrGraph graph, long first, long end)
      throws IOException {
    long base = graph.rowStart(first);
    long edges = graph.rowStart(end) - base;
    files.rows(
        part,
        end - first + 1,
        starts -> {
          for (long node = first; node <= end; node++) {
            starts.setAtIndex(JAVA_LONG_UNALIGNED, node - first, graph.rowStart(node) - base);
          }
        },
        graph.neighbors().asSlice(base * Integer.BYTES, edges * Integer.BYTES),
        graph.data().slice(base, edges));
  }

  /** The in-neighbours of a range of nodes that are outside of it. */
  private static BitSet halo(CsrGraph graph, long first, long end) {
    var halo = new BitSet();
    for (long edge = graph.rowStart(first); edge < graph.rowStart(end); edge++) {
      int source = graph.source(edge);
      if (source < first || source >= end) {
        halo.set(source);
      }
    }
    return halo;
  }
}
