package dev.atoll.train.sampling.dgs.explain;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.Batch;
import dev.atoll.train.batch.DeviceBlock;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.EdgeNorm;
import java.util.function.Function;

/**
 * An explanation graph as a batch, for one explanation: contracted nodes are the first rows and the
 * targets, remote nodes follow. Messages along an edge to or from a remote node are multiplied by
 * its mask; those among contracted nodes are not masked.
 */
final class StarBatch implements Batch, AutoCloseable {
  private final DeviceMemory memory;
  private final Function<Tape, Var> input;
  private final StarBlock hidden;
  private final StarBlock last;
  private final int layers;

  /**
   * @param memory holds the graph; closed with this
   * @param groups contracted nodes
   * @param remote remote nodes
   */
  StarBatch(
      DeviceMemory memory,
      Function<Tape, Var> input,
      StarEdges edges,
      int groups,
      int remote,
      int layers,
      EdgeNorm norm) {
    this.memory = memory;
    this.input = input;
    this.layers = layers;
    boolean attention = norm == EdgeNorm.ATTENTION;
    int all = groups + remote;
    this.hidden = layers > 1 ? new StarBlock(memory, edges, all, all, attention) : null;
    this.last = new StarBlock(memory, edges, groups, all, attention);
  }

  /** Multiplies messages from here on. */
  void mask(float... ofRemote) {
    last.mask(ofRemote);
    if (hidden != null) {
      hidden.mask(ofRemote);
    }
  }

  /** Adds what the last backward pass says of the masks. */
  void addGradients(float... ofRemote) {
    last.addGradients(ofRemote);
    if (hidden != null) {
      hidden.addGradients(ofRemote);
    }
  }

  @Override
  public Var input(Tape tape) {
    return input.apply(tape);
  }

  @Override
  public DeviceBlock block(int layer) {
    return layer == layers - 1 ? last : hidden;
  }

  @Override
  public Buffer rowIds() {
    return null;
  }

  @Override
  public int targetCount() {
    return last.targetCount();
  }

  long heldBytes() {
    return memory.heldBytes();
  }

  @Override
  public void close() {
    memory.close();
  }
}
