package dev.atoll.app.settings;

/**
 * A setting that a run may have: all there is to know of it except its value.
 *
 * @param fallback its value when nobody says otherwise
 * @param help one line for people
 */
public record Key<T>(String name, Type<T> type, T fallback, String help) {
  /** A value as it is written in a file or an option. */
  @SuppressWarnings("unchecked") // a key's values are of its type
  public String print(Object value) {
    return type.print((T) value);
  }

  @Override
  public String toString() {
    return name;
  }
}
