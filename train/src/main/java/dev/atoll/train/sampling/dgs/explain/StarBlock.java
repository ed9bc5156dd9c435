package dev.atoll.train.sampling.dgs.explain;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import java.lang.foreign.Arena;
import java.util.Arrays;

/** The first rows of an explanation graph with masks on their edges. */
final class StarBlock implements DeviceBlock {
  private final int targets;
  private final int sources;
  private final SparseMatrix edges;
  private final SparseMatrix sourceColumn;

  /** A value per edge, computed from the masks. */
  private final Parameter weights;

  /** The weight of an edge without a mask. */
  private final float[] plain;

  /** The remote node whose mask an edge has. */
  private final int[] maskOf;

  /**
   * @param targets rows of the graph that are targets
   * @param sources all rows
   * @param attention whether the model weighs edges itself, so that edges are multiplied only by
   *     masks
   */
  StarBlock(DeviceMemory memory, StarEdges graph, int targets, int sources, boolean attention) {
    this.targets = targets;
    this.sources = sources;
    this.plain = graph.weights(targets);
    this.maskOf = graph.masks(targets);
    if (attention) {
      Arrays.fill(plain, 1);
    }
    try (Arena scratch = Arena.ofShared()) {
      this.edges = memory.sparse(graph.csr(targets, sources, scratch));
    }
    this.sourceColumn = attention ? memory.onePerRow(sources) : null;
    this.weights =
        new Parameter("links", memory.matrix(plain.length, 1), memory.matrix(plain.length, 1));
  }

  void mask(float... ofRemote) {
    for (int e = 0; e < plain.length; e++) {
      float mask = maskOf[e] == StarEdges.UNMASKED ? 1 : ofRemote[maskOf[e]];
      set(weights.value(), e, plain[e] * mask);
    }
  }

  void addGradients(float... ofRemote) {
    for (int e = 0; e < plain.length; e++) {
      if (maskOf[e] != StarEdges.UNMASKED) {
        ofRemote[maskOf[e]] += plain[e] * get(weights.grad(), e);
      }
    }
  }

  private static void set(Matrix column, int row, float value) {
    column.data().set(JAVA_FLOAT, row * column.rowBytes(), value);
  }

  private static float get(Matrix column, int row) {
    return column.data().get(JAVA_FLOAT, row * column.rowBytes());
  }

  @Override
  public int targetCount() {
    return targets;
  }

  @Override
  public int sourceCount() {
    return sources;
  }

  @Override
  public SparseMatrix edges(EdgeNorm norm) {
    return edges;
  }

  @Override
  public Var aggregate(Var x, EdgeNorm norm) {
    return x.aggregate(edges, x.tape().use(weights));
  }

  @Override
  public Var addAggregate(Var base, Var x, EdgeNorm norm) {
    return base.add(aggregate(x, norm));
  }

  /** Masks multiply the shares of edges. */
  @Override
  public Var attend(Var x, Var targets, Var sources, Dropout dropout) {
    Var shares = targets.attentionShares(edges, sources, dropout);
    return x.aggregate(edges, x.tape().apply(new MaskedEdges(), shares, x.tape().use(weights)));
  }

  @Override
  public SparseMatrix sourceColumn() {
    return sourceColumn;
  }

  @Override
  public Buffer edgeIds() {
    return null;
  }
}
