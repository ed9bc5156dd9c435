package dev.atoll.graph.policy;

/**
 * A setting of a run, without its value.
 *
 * @param name as in files and {@code --set}, such as {@code exchange.rate}
 * @param fallback its default
 * @param help one line for {@code atoll info --settings}
 */
public record Key<T>(String name, KeyType<T> type, T fallback, String help) {
  /** A value in the syntax of files and options. */
  @SuppressWarnings("unchecked") // a key's values are of its type
  public String print(Object value) {
    return type.print((T) value);
  }

  /** A value in JSON: a number, a truth value, or its text. */
  @SuppressWarnings("unchecked") // a key's values are of its type
  public Object plain(Object value) {
    return type.plain((T) value);
  }

  @Override
  public String toString() {
    return name;
  }
}
