package dev.atoll.bench.command;

import dev.atoll.app.data.Datasets;
import dev.atoll.app.data.KnownGraphs;
import dev.atoll.graph.Dataset;
import java.io.IOException;
import picocli.CommandLine.Option;

/** The options for the graph of a benchmark. */
final class BenchGraph {
  @Option(names = "--data", paramLabel = "NAME|DIR", description = "a dataset, instead of --like")
  private String data;

  @Option(
      names = "--like",
      paramLabel = "NAME",
      defaultValue = "products-even",
      description = "a synthetic graph: products, reddit, arxiv, anchor-small, … (products-even)")
  private String like;

  @Option(
      names = "--scale",
      paramLabel = "X",
      defaultValue = "0.02",
      description = "--like: factor on the nodes of the original, except anchors (0.02)")
  private double scale;

  boolean isDataset() {
    return data != null;
  }

  /**
   * Opens the dataset, or generates a graph.
   *
   * @param growth factor on the size of a generated graph
   */
  Dataset open(double growth, int threads) throws IOException {
    return isDataset()
        ? Datasets.open(data)
        : KnownGraphs.like(like, scale * growth, 1).inMemory(threads);
  }
}
