package dev.atoll.recipe.settings;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Constant;
import dev.atoll.graph.policy.KeyType.Decimal;
import dev.atoll.graph.policy.KeyType.Flag;
import dev.atoll.graph.policy.KeyType.Whole;
import dev.atoll.graph.policy.KeyType.Wholes;
import dev.atoll.train.model.decode.Decoder;
import dev.atoll.train.plan.LinkSpec;
import dev.atoll.train.plan.Objective;
import java.util.List;

/** The settings of link prediction and unsupervised training. */
public final class LinkKeys {
  public static final Key<Double> VALIDATION =
      new Key<>(
          "link.validation",
          new Decimal(0, 1),
          0.05,
          "share of the edges used for validation, where the dataset has no split of edges (link)");
  public static final Key<Double> TEST =
      new Key<>(
          "link.test",
          new Decimal(0, 1),
          0.1,
          "share of the edges used for testing, likewise (link)");
  public static final Key<Decoder.Kind> DECODER =
      new Key<>(
          "link.decoder",
          new Constant<>(Decoder.Kind.class),
          Decoder.Kind.DOT,
          "score of two embeddings; distmult and complex use relations");
  public static final Key<Double> TEMPERATURE =
      new Key<>(
          "link.temperature",
          new Decimal(0, 1000),
          0.2,
          "temperature by which cosines are divided (cosine)");
  public static final Key<LinkSpec.Source> NEGATIVES =
      new Key<>(
          "link.negatives",
          new Constant<>(LinkSpec.Source.class),
          LinkSpec.Source.UNIFORM,
          "distribution of negative samples");
  public static final Key<Long> NEGATIVES_COUNT =
      new Key<>(
          "link.negatives.count",
          new Whole(1, 1 << 24),
          1L,
          "negative samples per link; with softmax, those shared by all links of a step");
  public static final Key<LinkSpec.Loss> LOSS =
      new Key<>(
          "link.loss",
          new Constant<>(LinkSpec.Loss.class),
          LinkSpec.Loss.BCE,
          "loss: binary cross-entropy, BPR or softmax");
  public static final Key<Boolean> HIDE =
      new Key<>(
          "link.hide",
          new Flag(),
          true,
          "whether the target links of a step are left out of its message passing (link)");
  public static final Key<List<Integer>> HITS =
      new Key<>(
          "link.hits",
          new Wholes(1, Integer.MAX_VALUE),
          List.of(1, 3, 10),
          "values of k for hits@k (link)");
  public static final Key<Long> CANDIDATES =
      new Key<>(
          "link.candidates",
          new Whole(0, Integer.MAX_VALUE),
          0L,
          "candidate tails that a link is ranked among (0 = all) (link)");
  public static final Key<Long> WALK_LENGTH =
      new Key<>("walk.length", new Whole(1, 1000), 3L, "steps of a random walk (unsupervised)");
  public static final Key<Objective.WalkNegatives> WALK_NEGATIVES =
      new Key<>(
          "walk.negatives",
          new Constant<>(Objective.WalkNegatives.class),
          Objective.WalkNegatives.ANY,
          "nodes that may be negatives of a seed: any, or those that are no neighbours"
              + " (unsupervised)");

  public static final List<Key<?>> ALL =
      List.of(
          VALIDATION,
          TEST,
          DECODER,
          TEMPERATURE,
          NEGATIVES,
          NEGATIVES_COUNT,
          LOSS,
          HIDE,
          HITS,
          CANDIDATES,
          WALK_LENGTH,
          WALK_NEGATIVES);

  private LinkKeys() {}
}
