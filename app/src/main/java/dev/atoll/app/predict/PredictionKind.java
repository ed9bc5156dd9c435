package dev.atoll.app.predict;

import dev.atoll.graph.DatasetNames;

/** A kind of prediction. */
public enum PredictionKind {
  /** The likeliest class; with several labels per node, 1 for each class of probability above ½. */
  CLASSES("class"),
  /** The probability of each class. */
  PROBABILITIES("p"),
  /** The output of the model before the softmax or sigmoid. */
  LOGITS("logit"),
  /** The embedding from which the outputs are computed. */
  EMBEDDINGS("e");

  private final String column;

  PredictionKind(String column) {
    this.column = column;
  }

  /** The name of a column, with the class's name or its number. */
  String column(int number, int of, DatasetNames names) {
    if (of == 1) {
      return column;
    }
    boolean named = this != EMBEDDINGS && !names.classes().isEmpty();
    return named ? column + "_" + names.ofClass(number) : column + number;
  }
}
