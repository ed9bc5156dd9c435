package dev.atoll.train.sampling.dgs.explain;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.Batch;
import dev.atoll.train.block.DeviceBlock;
import java.util.function.Function;

/** A batch with one block for all layers but the last, whose targets are fewer. */
class LayerBlocks<B extends DeviceBlock> implements Batch {
  private final Function<Tape, Var> input;
  final B hidden;
  final B last;
  private final int layers;

  /**
   * @param hidden null for a model of one layer
   */
  LayerBlocks(Function<Tape, Var> input, B hidden, B last, int layers) {
    this.input = input;
    this.hidden = hidden;
    this.last = last;
    this.layers = layers;
  }

  @Override
  public final Var input(Tape tape) {
    return input.apply(tape);
  }

  @Override
  public final DeviceBlock block(int layer) {
    return layer == layers - 1 ? last : hidden;
  }

  /** Returns null: explanations make no random choices. */
  @Override
  public final Buffer rowIds() {
    return null;
  }

  @Override
  public final int targetCount() {
    return last.targetCount();
  }
}
