package dev.atoll.train.model;

import dev.atoll.tensor.Activation;
import dev.atoll.train.model.SageLayer.Aggregator;
import java.util.function.Consumer;

/**
 * The shape of a model. Every part has a method that changes it:
 *
 * <pre>{@code
 * ModelSpec spec = ModelSpec.sage().layers(3).hidden(64).dropout(0.2f);
 * }</pre>
 *
 * @param kind makes the layers
 * @param layers rounds of message passing
 * @param hidden width of hidden embeddings; of GAT, all heads together
 * @param heads attention heads of hidden layers
 * @param outputHeads attention heads of an output layer, which are averaged
 * @param dropout share of elements dropped after each hidden activation
 * @param inputDropout share of input elements dropped
 * @param attentionDropout share of attention weights dropped
 * @param norm whether hidden embeddings are normalised
 * @param residual whether {@code X·W_r} is added to each hidden layer
 * @param linearInput whether a linear layer brings the input to the hidden width before the first
 *     round
 * @param linearOutput whether the output comes from a linear layer after the last round, instead of
 *     from that round itself
 * @param aggregator of GraphSAGE
 * @param diagonal λ of {@linkplain GcnLayer ClusterGCN's diagonal enhancement}; 0 without
 */
public record ModelSpec(
    LayerKind kind,
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
    Aggregator aggregator,
    float diagonal) {
  /** The built-in kinds of layers. */
  public enum Kind implements LayerKind {
    /** {@link GcnLayer} */
    GCN {
      @Override
      public Layer layer(ModelSpec spec, Shape shape, ParameterFactory parameters) {
        return GcnLayer.create(parameters, spec.diagonal, shape.inputs(), shape.outputs());
      }
    },
    /** {@link SageLayer} */
    SAGE {
      @Override
      public Layer layer(ModelSpec spec, Shape shape, ParameterFactory parameters) {
        return SageLayer.create(parameters, spec.aggregator, shape.inputs(), shape.outputs());
      }
    },
    /** {@link GatLayer} */
    GAT {
      @Override
      public Layer layer(ModelSpec spec, Shape shape, ParameterFactory parameters) {
        int heads = shape.last() ? spec.outputHeads : spec.heads;
        int width = shape.last() ? shape.outputs() : shape.outputs() / heads;
        return GatLayer.create(
            parameters,
            shape.inputs(),
            width,
            heads,
            shape.last(),
            spec.attentionDropout,
            shape.place());
      }

      @Override
      public Activation activation() {
        return Activation.ELU;
      }

      @Override
      public void check(ModelSpec spec) {
        require(
            spec.hidden % spec.heads == 0,
            "model.hidden",
            spec.hidden,
            "a multiple of model.heads=" + spec.heads);
      }
    },
    /**
     * The mean over all rounds, from the input on, of GCN's sums over neighbours, after LightGCN
     * (He et al., SIGIR 2020): no weights, no activation. Unlike there, a node is its own
     * neighbour.
     */
    LIGHT {
      @Override
      public Layer layer(ModelSpec spec, Shape shape, ParameterFactory parameters) {
        throw new IllegalStateException("LIGHT has no layers with weights");
      }
    },
    /** No layer: the input rows are the output. */
    NONE {
      @Override
      public Layer layer(ModelSpec spec, Shape shape, ParameterFactory parameters) {
        throw new IllegalStateException("NONE has no layers");
      }
    };

    @Override
    public boolean hasWeights() {
      return this != LIGHT && this != NONE;
    }
  }

  public ModelSpec {
    require(layers >= 1, "model.layers", layers, "at least 1");
    require(hidden >= 1, "model.hidden", hidden, "at least 1");
    require(heads >= 1, "model.heads", heads, "at least 1");
    require(outputHeads >= 1, "model.outputHeads", outputHeads, "at least 1");
    requireShare("model.dropout", dropout);
    requireShare("model.inputDropout", inputDropout);
    requireShare("model.attentionDropout", attentionDropout);
    require(
        diagonal >= 0 && diagonal < Float.POSITIVE_INFINITY,
        "model.diagonal",
        diagonal,
        "0 or more");
  }

  /** Creates settings without diagonal enhancement. */
  public ModelSpec(
      LayerKind kind,
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
    this(
        kind,
        layers,
        hidden,
        heads,
        outputHeads,
        dropout,
        inputDropout,
        attentionDropout,
        norm,
        residual,
        linearInput,
        linearOutput,
        aggregator,
        0);
  }

  private static void requireShare(String key, float share) {
    require(share >= 0 && share < 1, key, share, "a share in [0, 1)");
  }

  private static void require(boolean holds, String key, Object value, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(key + "=" + value + ": expected " + expected);
    }
  }

  /** Two layers of 128, dropout 0.5, four attention heads, of a built-in kind or your own. */
  public static ModelSpec of(LayerKind kind) {
    return new ModelSpec(
        kind, 2, 128, 4, 1, 0.5f, 0, 0, false, false, false, false, Aggregator.MEAN);
  }

  /** {@link #of} graph convolutions. */
  public static ModelSpec gcn() {
    return of(Kind.GCN);
  }

  /** {@link #of} GraphSAGE. */
  public static ModelSpec sage() {
    return of(Kind.SAGE);
  }

  /** {@link #of} graph attention. */
  public static ModelSpec gat() {
    return of(Kind.GAT);
  }

  /** A copy with another number of layers. */
  public ModelSpec layers(int count) {
    return with(draft -> draft.layers = count);
  }

  /** A copy with another width of the hidden embeddings. */
  public ModelSpec hidden(int width) {
    return with(draft -> draft.hidden = width);
  }

  /** A copy with another number of attention heads in hidden layers. */
  public ModelSpec heads(int count) {
    return with(draft -> draft.heads = count);
  }

  /** A copy with another number of attention heads in the output layer. */
  public ModelSpec outputHeads(int count) {
    return with(draft -> draft.outputHeads = count);
  }

  /** A copy with another dropout after hidden activations. */
  public ModelSpec dropout(float share) {
    return with(draft -> draft.dropout = share);
  }

  /** A copy with another dropout of the input. */
  public ModelSpec inputDropout(float share) {
    return with(draft -> draft.inputDropout = share);
  }

  /** A copy with another dropout of attention weights. */
  public ModelSpec attentionDropout(float share) {
    return with(draft -> draft.attentionDropout = share);
  }

  /** A copy with or without normalised hidden embeddings. */
  public ModelSpec norm(boolean wanted) {
    return with(draft -> draft.norm = wanted);
  }

  /** A copy with or without residual connections. */
  public ModelSpec residual(boolean wanted) {
    return with(draft -> draft.residual = wanted);
  }

  /** A copy with or without a linear layer before the first round. */
  public ModelSpec linearInput(boolean wanted) {
    return with(draft -> draft.linearInput = wanted);
  }

  /** A copy with or without a linear layer after the last round. */
  public ModelSpec linearOutput(boolean wanted) {
    return with(draft -> draft.linearOutput = wanted);
  }

  /** A copy with another aggregator of GraphSAGE. */
  public ModelSpec aggregator(Aggregator wanted) {
    return with(draft -> draft.aggregator = wanted);
  }

  /** A copy with ClusterGCN's diagonal enhancement of GCN by λ. */
  public ModelSpec diagonal(float lambda) {
    return with(draft -> draft.diagonal = lambda);
  }

  private ModelSpec with(Consumer<Draft> change) {
    var draft = new Draft(this);
    change.accept(draft);
    return new ModelSpec(
        kind,
        draft.layers,
        draft.hidden,
        draft.heads,
        draft.outputHeads,
        draft.dropout,
        draft.inputDropout,
        draft.attentionDropout,
        draft.norm,
        draft.residual,
        draft.linearInput,
        draft.linearOutput,
        draft.aggregator,
        draft.diagonal);
  }

  /** A spec that is being changed. */
  private static final class Draft {
    private int layers;
    private int hidden;
    private int heads;
    private int outputHeads;
    private float dropout;
    private float inputDropout;
    private float attentionDropout;
    private boolean norm;
    private boolean residual;
    private boolean linearInput;
    private boolean linearOutput;
    private Aggregator aggregator;
    private float diagonal;

    Draft(ModelSpec spec) {
      layers = spec.layers;
      hidden = spec.hidden;
      heads = spec.heads;
      outputHeads = spec.outputHeads;
      dropout = spec.dropout;
      inputDropout = spec.inputDropout;
      attentionDropout = spec.attentionDropout;
      norm = spec.norm;
      residual = spec.residual;
      linearInput = spec.linearInput;
      linearOutput = spec.linearOutput;
      aggregator = spec.aggregator;
      diagonal = spec.diagonal;
    }
  }
}
