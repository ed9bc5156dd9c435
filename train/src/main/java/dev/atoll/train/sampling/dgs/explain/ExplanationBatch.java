package dev.atoll.train.sampling.dgs.explain;

import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.block.EdgeNorm;
import java.util.function.Function;

/**
 * An explanation graph as a batch, for one explanation: contracted nodes are the first rows and the
 * targets, remote nodes follow. Messages along an edge to or from a remote node are multiplied by
 * its mask; those among contracted nodes are not masked.
 */
final class ExplanationBatch extends LayerBlocks<StarBlock> implements AutoCloseable {
  private final DeviceMemory memory;

  /**
   * @param memory holds the graph; closed with this
   * @param groups contracted nodes
   * @param remote remote nodes
   */
  ExplanationBatch(
      DeviceMemory memory,
      Function<Tape, Var> input,
      StarEdges edges,
      int groups,
      int remote,
      int layers,
      EdgeNorm norm) {
    boolean attention = norm == EdgeNorm.ATTENTION;
    int all = groups + remote;
    super(
        input,
        layers > 1 ? new StarBlock(memory, edges, all, all, attention) : null,
        new StarBlock(memory, edges, groups, all, attention),
        layers);
    this.memory = memory;
  }

  /** Sets the masks by which messages are multiplied. */
  void mask(float... ofRemote) {
    last.mask(ofRemote);
    if (hidden != null) {
      hidden.mask(ofRemote);
    }
  }

  /** Adds the gradients of the masks in the last backward pass. */
  void addGradients(float... ofRemote) {
    last.addGradients(ofRemote);
    if (hidden != null) {
      hidden.addGradients(ofRemote);
    }
  }

  long heldBytes() {
    return memory.heldBytes();
  }

  @Override
  public void close() {
    memory.close();
  }
}
