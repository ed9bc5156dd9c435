package dev.atoll.train.plan;

import dev.atoll.train.model.decode.Decoder;
import java.util.List;

/**
 * Settings of link prediction and of its evaluation.
 *
 * @param temperature divisor of cosine scores
 * @param negatives source of negative samples
 * @param count of negatives: for each link, or for all links of a worker's step together where they
 *     are shared
 * @param hides whether the positive links of a worker's step are removed from its message-passing
 *     edges
 * @param hits the values of k for which hits@k is reported
 * @param candidates number of tails that a link is ranked among; 0 for all
 */
public record LinkSpec(
    Decoder.Kind decoder,
    float temperature,
    Source negatives,
    int count,
    Loss loss,
    boolean hides,
    Metric metric,
    List<Integer> hits,
    int candidates) {
  /** The distribution of negative samples. */
  public enum Source {
    /** Any tail, all alike. */
    UNIFORM,
    /** Tails by {@code degree^¾}. */
    DEGREE,
    /** The tails of a step's other links. */
    IN_BATCH,
    /** Every tail there is. */
    ALL
  }

  /** The loss. */
  public enum Loss {
    /** Binary cross entropy of every pair. */
    BCE,
    /** {@code −log σ(link − negative)} (Rendle et al., UAI 2009). */
    BPR,
    /** Cross entropy of the link among its negatives. */
    SOFTMAX
  }

  /** The metric used for model selection. */
  public enum Metric {
    /** The metric of the dataset; the area under the ROC curve where it names none. */
    AUTO,
    /** AUC of links against as many negatives. */
    AUC,
    /** The mean of {@code 1/rank} among tails that are not known to be linked. */
    MRR,
    /** The share of a head's links among its 20 best tails. */
    RECALL
  }

  public LinkSpec {
    hits = List.copyOf(hits);
    if (count < 1 && negatives != Source.IN_BATCH && negatives != Source.ALL) {
      throw new IllegalArgumentException(
          "link.negatives.count=" + count + ": expected at least 1 negative");
    }
    if (candidates < 0) {
      throw new IllegalArgumentException(
          "link.candidates=" + candidates + ": expected 0 (all) or more");
    }
    for (int k : hits) {
      if (candidates > 0 && k > candidates) {
        throw new IllegalArgumentException(
            "link.hits=%d with link.candidates=%d: expected at least as many candidates as places"
                .formatted(k, candidates));
      }
    }
    checkShared(decoder, negatives, loss);
  }

  private static void checkShared(Decoder.Kind decoder, Source negatives, Loss loss) {
    boolean shared = isShared(negatives, loss);
    if (shared && loss == Loss.BPR) {
      throw new IllegalArgumentException(
          "link.loss=bpr with link.negatives=%s: expected negatives of its own for each link, uniform or degree"
              .formatted(name(negatives)));
    }
    if (shared && decoder == Decoder.Kind.MLP) {
      throw new IllegalArgumentException(
          "link.decoder=mlp with shared negatives: expected link.loss=bce or bpr, and"
              + " link.negatives=uniform or degree");
    }
  }

  private static String name(Source source) {
    return source == Source.IN_BATCH ? "in-batch" : "all";
  }

  private static boolean isShared(Source negatives, Loss loss) {
    return loss == Loss.SOFTMAX || negatives == Source.IN_BATCH || negatives == Source.ALL;
  }

  /** Whether all links of a step have the same negatives. */
  public boolean isShared() {
    return isShared(negatives, loss);
  }
}
