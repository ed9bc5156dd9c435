package dev.atoll.claims;

/** The verdict on a claim. */
public enum Verdict {
  HOLDS("holds", "holds", "hold"),
  PARTLY("partly", "holds partly", "hold partly"),
  DOES_NOT_HOLD("does not hold", "does not hold", "do not hold"),
  CANNOT_TELL("cannot tell", "cannot be told", "cannot be told"),
  NOT_TRIED("not tried", "is not tried", "are not tried");

  private final String text;
  private final String ofOne;
  private final String ofMany;

  Verdict(String text, String ofOne, String ofMany) {
    this.text = text;
    this.ofOne = ofOne;
    this.ofMany = ofMany;
  }

  /** The word in tables and JSON. */
  public String text() {
    return text;
  }

  /** The verdict on a number of claims in words: {@code 3 do not hold}. */
  String of(long claims) {
    return claims + " " + (claims == 1 ? ofOne : ofMany);
  }

  /** The lesser of this verdict and <em>partly</em>. */
  Verdict atBestPartly() {
    return this == HOLDS ? PARTLY : this;
  }
}
