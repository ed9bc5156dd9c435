package dev.atoll.app.reproduce;

/** The verdict on a claim. */
public enum Verdict {
  HOLDS("holds"),
  PARTLY("partly"),
  DOES_NOT_HOLD("does not hold"),
  CANNOT_BE_TRIED("cannot be tried here"),
  NOT_MEASURED("not measured");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  /** The word in tables and JSON. */
  public String text() {
    return text;
  }
}
