package dev.atoll.formats.table;

/** What a cell of a table holds. */
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

  /** In words, for messages. */
  public String words() {
    return words;
  }
}
