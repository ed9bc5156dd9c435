package dev.atoll.app.predict;

/** A kind of prediction. */
public enum PredictionKind {
  /** The likeliest class; of several labels, 1 for each that is likelier than not. */
  CLASSES("class"),
  /** The probability of each class. */
  PROBABILITIES("p"),
  /** The output of the model before the softmax or sigmoid. */
  LOGITS("logit"),
  /** The hidden row from which the outputs are computed. */
  EMBEDDINGS("e");

  private final String column;

  PredictionKind(String column) {
    this.column = column;
  }

  /** The names of columns, with a number where there are several. */
  String column(int number, int of) {
    return of == 1 ? column : column + number;
  }
}
