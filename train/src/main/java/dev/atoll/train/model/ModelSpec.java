package dev.atoll.train.model;

import dev.atoll.graph.policy.Values;
import dev.atoll.graph.policy.registry.Policies;

/**
 * The shape of a model. Every part but the kind has a method that changes it:
 *
 * <pre>{@code
 * ModelSpec spec = ModelSpec.sage().layers(3).hidden(64).dropout(0.2f);
 * ModelSpec four = ModelSpec.of(new Gat(4, 1, 0.6f)).hidden(64);
 * }</pre>
 *
 * @param kind makes the layers
 * @param layers rounds of message passing
 * @param hidden width of hidden embeddings; of attention, all heads together
 * @param dropout share of elements dropped after each hidden activation
 * @param inputDropout share of input elements dropped
 * @param norm whether hidden embeddings are normalised
 * @param residual whether {@code X·W_r} is added to each hidden layer
 * @param linearInput whether a linear layer brings the input to the hidden width before the first
 *     round
 * @param linearOutput whether the output comes from a linear layer after the last round, instead of
 *     from that round itself
 */
public record ModelSpec(
    LayerKind kind,
    int layers,
    int hidden,
    float dropout,
    float inputDropout,
    boolean norm,
    boolean residual,
    boolean linearInput,
    boolean linearOutput) {
  public ModelSpec {
    LayerKind.require(layers >= 1, "model.layers", layers, "at least 1");
    LayerKind.require(hidden >= 1, "model.hidden", hidden, "at least 1");
    LayerKind.requireShare("model.dropout", dropout);
    LayerKind.requireShare("model.inputDropout", inputDropout);
  }

  /** Two layers of 128, dropout 0.5, of any kind. */
  public static ModelSpec of(LayerKind kind) {
    return new ModelSpec(kind, 2, 128, 0.5f, 0, false, false, false, false);
  }

  /**
   * {@link #of(LayerKind)} a registered kind, with its default settings.
   *
   * @throws IllegalArgumentException naming the nearest known kind
   */
  public static ModelSpec of(String kind) {
    return of(Policies.named(LayerKind.class, kind).make(Values.defaults()));
  }

  /** {@link #of(String)} graph convolutions. */
  public static ModelSpec gcn() {
    return of("gcn");
  }

  /** {@link #of(String)} GraphSAGE. */
  public static ModelSpec sage() {
    return of("sage");
  }

  /** {@link #of(String)} graph attention. */
  public static ModelSpec gat() {
    return of("gat");
  }

  /** A copy with another number of layers. */
  public ModelSpec layers(int count) {
    return new ModelSpec(
        kind, count, hidden, dropout, inputDropout, norm, residual, linearInput, linearOutput);
  }

  /** A copy with another width of the hidden embeddings. */
  public ModelSpec hidden(int width) {
    return new ModelSpec(
        kind, layers, width, dropout, inputDropout, norm, residual, linearInput, linearOutput);
  }

  /** A copy with another dropout after hidden activations. */
  public ModelSpec dropout(float share) {
    return new ModelSpec(
        kind, layers, hidden, share, inputDropout, norm, residual, linearInput, linearOutput);
  }

  /** A copy with another dropout of the input. */
  public ModelSpec inputDropout(float share) {
    return new ModelSpec(
        kind, layers, hidden, dropout, share, norm, residual, linearInput, linearOutput);
  }

  /** A copy with or without normalised hidden embeddings. */
  public ModelSpec norm(boolean wanted) {
    return new ModelSpec(
        kind, layers, hidden, dropout, inputDropout, wanted, residual, linearInput, linearOutput);
  }

  /** A copy with or without residual connections. */
  public ModelSpec residual(boolean wanted) {
    return new ModelSpec(
        kind, layers, hidden, dropout, inputDropout, norm, wanted, linearInput, linearOutput);
  }

  /** A copy with or without a linear layer before the first round. */
  public ModelSpec linearInput(boolean wanted) {
    return new ModelSpec(
        kind, layers, hidden, dropout, inputDropout, norm, residual, wanted, linearOutput);
  }

  /** A copy with or without a linear layer after the last round. */
  public ModelSpec linearOutput(boolean wanted) {
    return new ModelSpec(
        kind, layers, hidden, dropout, inputDropout, norm, residual, linearInput, wanted);
  }
}
