package dev.atoll.train.model;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Dropout;
import java.util.Optional;

/**
 * The mode of a forward pass: training, with the random key of its step, or inference.
 *
 * @param key names the dropout of this step; absent at inference, where nothing is dropped
 */
public record Pass(Optional<RandomKey> key) {
  public static final Pass INFERENCE = new Pass(Optional.empty());

  public static Pass training(RandomKey step) {
    return new Pass(Optional.of(step));
  }

  /** Dropout at one place of the model, of rows named by ids. */
  public Dropout dropout(float rate, String place, int layer, Buffer rowIds) {
    return key.filter(_ -> rate > 0)
        .map(k -> new Dropout(rate, k.child(place).child(layer).bits(), rowIds))
        .orElse(Dropout.NONE);
  }
}
