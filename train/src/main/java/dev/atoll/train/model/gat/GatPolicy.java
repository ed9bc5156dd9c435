package dev.atoll.train.model.gat;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType;
import dev.atoll.graph.policy.Policy;
import dev.atoll.graph.policy.PolicyProvider;
import dev.atoll.train.model.LayerKind;
import java.util.List;

/** Registers the layers {@code gat}. */
public final class GatPolicy implements PolicyProvider {
  private static final Key<Long> HEADS =
      new Key<>(
          "model.heads",
          new KeyType.Whole(1, 64),
          4L,
          "attention heads of the hidden layers (gat)");
  private static final Key<Long> OUTPUT_HEADS =
      new Key<>(
          "model.outputHeads",
          new KeyType.Whole(1, 64),
          1L,
          "attention heads of the last layer (gat)");
  private static final Key<Double> ATTENTION_DROPOUT =
      new Key<>(
          "model.attentionDropout",
          new KeyType.Decimal(0, 0.99),
          0.0,
          "dropout on the attention (gat)");

  /** Called by the service loader. */
  public GatPolicy() {}

  @Override
  public List<Policy<?>> policies() {
    return List.of(
        Policy.of(LayerKind.class, "gat", "sums over neighbours, weighed by attention")
            .paper("GAT: Veličković et al., ICLR 2018")
            .keys(HEADS, OUTPUT_HEADS, ATTENTION_DROPOUT)
            .make(
                values ->
                    new Gat(
                        values.integer(HEADS),
                        values.integer(OUTPUT_HEADS),
                        values.number(ATTENTION_DROPOUT))));
  }
}
