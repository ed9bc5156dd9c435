package dev.atoll.train.sampling.dgs.explain;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.DeviceBlock;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.batch.HostCsr;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The first rows of an explanation graph with masks on their edges.
 *
 * <pre>
 *   row 0   v_G: itself, then every remote node
 *   row u   remote node u: itself where the norm wants it, then v_G
 * </pre>
 */
final class StarBlock implements DeviceBlock {
  private static final int UNMASKED = -1;

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

  private StarBlock(
      HostCsr host, float[] plain, int[] maskOf, DeviceMemory memory, boolean attention) {
    this.targets = host.rows();
    this.sources = host.cols();
    this.edges = memory.sparse(host);
    this.sourceColumn = attention ? memory.onePerRow(sources) : null;
    this.plain = plain;
    this.maskOf = maskOf;
    this.weights =
        new Parameter("links", memory.matrix(plain.length, 1), memory.matrix(plain.length, 1));
  }

  static StarBlock of(DeviceMemory memory, int remote, int targets, EdgeNorm norm) {
    int perRemote = norm.selfLoops() ? 2 : 1;
    int count = remote + 1 + (targets - 1) * perRemote;
    int[] maskOf = new int[count];
    float[] plain = new float[count];
    try (Arena scratch = Arena.ofShared()) {
      MemorySegment start = scratch.allocate(JAVA_LONG, targets + 1L);
      MemorySegment column = scratch.allocate(JAVA_INT, count);
      int at = 0;
      for (int u = 0; u <= remote; u++) {
        maskOf[at] = u == 0 ? UNMASKED : u - 1;
        column.setAtIndex(JAVA_INT, at++, u);
      }
      start.setAtIndex(JAVA_LONG, 1, at);
      for (int u = 1; u < targets; u++) {
        if (norm.selfLoops()) {
          maskOf[at] = UNMASKED;
          column.setAtIndex(JAVA_INT, at++, u);
        }
        maskOf[at++] = u - 1; // column 0
        start.setAtIndex(JAVA_LONG, u + 1L, at);
      }
      boolean attention = norm == EdgeNorm.ATTENTION;
      Arrays.fill(plain, 0, remote + 1, attention ? 1 : 1f / (remote + 1));
      Arrays.fill(plain, remote + 1, count, attention ? 1 : 1f / perRemote);
      var host = new HostCsr(targets, remote + 1, start, column, null);
      return new StarBlock(host, plain, maskOf, memory, attention);
    }
  }

  void mask(float... ofRemote) {
    for (int e = 0; e < plain.length; e++) {
      float mask = maskOf[e] == UNMASKED ? 1 : ofRemote[maskOf[e]];
      set(weights.value(), e, plain[e] * mask);
    }
  }

  void addGradients(float... ofRemote) {
    for (int e = 0; e < plain.length; e++) {
      if (maskOf[e] != UNMASKED) {
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

  @Override
  public Var weigh(Var attention) {
    return attention.tape().apply(new MaskedEdges(), attention, attention.tape().use(weights));
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
