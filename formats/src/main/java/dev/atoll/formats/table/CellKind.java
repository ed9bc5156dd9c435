package dev.atoll.formats.table;

/** The kind of a cell's content. */
public enum CellKind {
  MISSING("nothing"),
  NUMBER("a number"),
  BOOLEAN("true or false"),
  DATE("a date"),
  LIST("a list of numbers"),
  TEXT("text");

  private final String words;

  CellKind(String words) {
    this.words = words;
  }

  /** The kind in words, for messages. */
  public String words() {
    return words;
  }
}
