package dev.atoll.bench;

import dev.atoll.graph.CsrGraph;
import dev.atoll.recipe.log.Units;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;

/**
 * Sums the rows of all neighbours: {@code out = A·X}, both in the format of activations.
 *
 * @param zeros the share of X's elements that are 0, as behind ReLU and dropout
 */
public record SpmmBenchmark(CsrGraph graph, int width, double zeros) implements Benchmark {
  @Override
  public String title() {
    return "spmm: %s nodes, %s edges, width %d%s"
        .formatted(
            Units.count(graph.nodeCount()),
            Units.count(graph.edgeCount()),
            width,
            zeros > 0 ? ", %.0f %% zeros".formatted(100 * zeros) : "");
  }

  @Override
  public String rateUnit() {
    return "GB/s read";
  }

  /** Bytes of the float32 rows that edges read. */
  @Override
  public double amount() {
    return (double) graph.edgeCount() * width * Float.BYTES;
  }

  @Override
  public Terms terms() {
    RandomElements x = x();
    return new Terms(
        graph.nodeCount(),
        width,
        graph::inDegree,
        (row, col, index) -> x.at(graph.inNeighbor(row, index), col));
  }

  private RandomElements x() {
    return RandomElements.of("x", width, zeros);
  }

  @Override
  public Prepared prepare(Backend backend) {
    Operands operands = new Operands(backend);
    Csr links = operands.adjacency(graph);
    DType type = backend.activations();
    Matrix x = operands.in(type, operands.random(links.cols(), x()));
    Matrix out = operands.empty(links.rows(), width, type);
    Kernels kernels = backend.kernels();
    return new KernelCall(
        backend,
        operands,
        out,
        zeros > 0
            ? () -> kernels.spmmMostlyZero(links, x, 0, out)
            : () -> kernels.spmm(links, x, 0, out));
  }
}
