package dev.atoll.train.model;

import dev.atoll.train.model.SageLayer.Aggregator;

/**
 * The shape of a model.
 *
 * @param layers rounds of message passing
 * @param hidden width of hidden embeddings; of GAT, all heads together
 * @param heads attention heads of hidden layers
 * @param outputHeads attention heads of an output layer, which are averaged
 * @param dropout share of elements dropped after each hidden activation
 * @param inputDropout share of input elements dropped
 * @param attentionDropout share of attention weights dropped
 * @param norm whether hidden embeddings are normalised
 * @param residual whether {@code X·W_r} is added to each hidden layer
 * @param linearOutput whether the output comes from a linear layer after the last round, instead of
 *     from that round itself
 * @param linearInput whether a linear layer brings the input to the hidden width before the first
 *     round
 */
public record ModelSpec(
    Kind kind,
    int layers,
    int hidden,
    int heads,
    int outputHeads,
    float dropout,
    float inputDropout,
    float attentionDropout,
    boolean norm,
    boolean residual,
    boolean linearInput,
    boolean linearOutput,
    Aggregator aggregator) {
  /** The family of layers. */
  public enum Kind {
    GCN,
    SAGE,
    GAT,
    /**
     * The mean over all rounds, from the input on, of GCN's sums over neighbours, after LightGCN
     * (He et al., SIGIR 2020): no weights, no activation. Unlike there, a node is its own
     * neighbour.
     */
    LIGHT,
    /** No layer: the input rows are the output. */
    NONE;

    /** Whether layers have weights; without, outputs are as wide as inputs. */
    public boolean hasWeights() {
      return this != LIGHT && this != NONE;
    }
  }

  public ModelSpec {
    require(layers >= 1, "model.layers", layers, "at least 1");
    require(hidden >= 1, "model.hidden", hidden, "at least 1");
    require(heads >= 1, "model.heads", heads, "at least 1");
    require(outputHeads >= 1, "model.outputHeads", outputHeads, "at least 1");
    require(dropout >= 0 && dropout < 1, "model.dropout", dropout, "a share in [0, 1)");
    require(
        inputDropout >= 0 && inputDropout < 1,
        "model.inputDropout",
        inputDropout,
        "a share in [0, 1)");
    require(
        attentionDropout >= 0 && attentionDropout < 1,
        "model.attentionDropout",
        attentionDropout,
        "a share in [0, 1)");
    require(
        kind != Kind.GAT || hidden % heads == 0,
        "model.hidden",
        hidden,
        "a multiple of model.heads=" + heads);
  }

  private static void require(boolean holds, String key, Object value, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(key + "=" + value + ": expected " + expected);
    }
  }
}
