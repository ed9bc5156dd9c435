package dev.atoll.train.batch;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import java.util.Set;

/**
 * An explanation graph as a batch: v_G is row 0 and the only target, remote nodes follow. Messages
 * along a link, either way, are multiplied by the mask of its remote node; what v_G tells itself is
 * not. Every row takes the mean of its messages, whatever the model's norm: with D^−½AD^−½ the
 * thousands of links of v_G would add up to many times what any real node receives.
 */
public final class StarBatch implements Batch {
  private final ExplanationRows rows;
  private final StarBlock hidden;
  private final StarBlock last;
  private final int layers;
  private final int remote;

  private StarBatch(
      ExplanationRows rows, StarBlock hidden, StarBlock last, int layers, int remote) {
    this.rows = rows;
    this.hidden = hidden;
    this.last = last;
    this.layers = layers;
    this.remote = remote;
  }

  static StarBatch of(
      DeviceMemory memory, ExplanationRows rows, int remote, int layers, Set<EdgeNorm> norms) {
    EdgeNorm norm = norms.iterator().next();
    StarBlock hidden = layers > 1 ? StarBlock.of(memory, remote, remote + 1, norm) : null;
    return new StarBatch(rows, hidden, StarBlock.of(memory, remote, 1, norm), layers, remote);
  }

  /** Remote nodes. */
  public int remoteCount() {
    return remote;
  }

  /** Multiplies messages from here on. */
  public void mask(float... ofRemote) {
    last.mask(ofRemote);
    if (hidden != null) {
      hidden.mask(ofRemote);
    }
  }

  /** Adds what the last backward pass says of the masks. */
  public void addGradients(float... ofRemote) {
    last.addGradients(ofRemote);
    if (hidden != null) {
      hidden.addGradients(ofRemote);
    }
  }

  @Override
  public Var input(Tape tape) {
    return rows.star(tape);
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
    return 1;
  }
}
