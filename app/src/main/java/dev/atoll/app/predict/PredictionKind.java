package dev.atoll.app.predict;

/** What is written about every node. */
public enum PredictionKind {
  /** The likeliest class; of several labels, 1 for each that is likelier than not. */
  CLASSES("class"),
  /** How likely each class is. */
  PROBABILITIES("p"),
  /** What the model says, before it is made a probability. */
  LOGITS("logit"),
  /** The hidden row from which the outputs are computed. */
  EMBEDDINGS("e");

  private final String column;

  PredictionKind(String column) {
    this.column = column;
  }

  /** How columns are called: with their number where there are several. */
  String column(int number, int of) {
    return of == 1 ? column : column + number;
  }
}
