package dev.atoll.train.event;

import java.util.Map;

/** The scores of a model, by part of the split. */
public record Evaluation(Scores train, Scores validation, Scores test) {
  /** No scores: the data has no labels. */
  public static final Evaluation NONE = none(new Scores(0, Map.of()));

  private static Evaluation none(Scores empty) {
    return new Evaluation(empty, empty, empty);
  }
}
