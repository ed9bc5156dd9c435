package dev.atoll.formats.table;

/** A table cell of any file format, valid until the next cell is read. */
public interface TableCell extends IdCell {
  CellKind kind();

  /**
   * The number in the cell; 0 or 1 for false or true; days since 1970 for a date; NaN for other
   * kinds.
   */
  double value();

  /**
   * Whether the kind (a number, a date or a list) comes from the file's schema and not from the
   * text.
   */
  default boolean isTyped() {
    return false;
  }

  /** Whether it is a whole number, and nothing is lost by reading it as one. */
  boolean isWhole();

  /** Passes the bytes of the text, as UTF-8. */
  void pass(TextIndex.Taker taker);

  /** The length of a list. */
  default int listLength() {
    return 0;
  }

  /** A number of a list. */
  default double listValue(int place) {
    throw new IndexOutOfBoundsException(place);
  }

  /** The text as categories are called: the same in every file format. */
  default String category() {
    return switch (kind()) {
      case NUMBER -> CellParser.text(value());
      case BOOLEAN -> value() != 0 ? "true" : "false";
      default -> text();
    };
  }
}
