package dev.atoll.graph.generate;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.csr.CsrBuilder;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.csr.EdgeSource;
import dev.atoll.graph.csr.Storage;
import java.lang.foreign.Arena;

/**
 * A synthetic graph with features, labels and splits, each a pure function of the settings: edges
 * can be replayed and rows asked for in any order, on any thread, without memory of their own.
 */
public interface SyntheticGraph {
  String name();

  /** The edges before duplicates are dropped. */
  EdgeSource edges();

  /** The options by which edges become the graph. */
  CsrOptions options();

  NodeData nodeData();

  /** The whole of it in memory. */
  default Dataset inMemory(int threads) {
    Arena arena = Arena.ofShared();
    try {
      CsrGraph graph = new CsrBuilder(options(), threads).build(edges(), Storage.in(arena));
      return nodeData().inMemory(name(), graph, arena, threads);
    } catch (RuntimeException | Error e) {
      arena.close();
      throw e;
    }
  }
}
