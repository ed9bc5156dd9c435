package dev.atoll.spark.table.storage;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Values that all tasks of an executor share, created by the first of them; the last few are
 * cached.
 */
public final class PerExecutor {
  private static final int KEPT = 2;

  private static final Map<String, Object> MADE =
      new LinkedHashMap<>(KEPT, 1, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Object> eldest) {
          return size() > KEPT;
        }
      };

  private PerExecutor() {}

  /** Creates a value; may fail with an I/O error. */
  @FunctionalInterface
  public interface Maker<T> {
    T make() throws IOException;
  }

  public static synchronized <T> T get(String key, Class<T> type, Maker<T> maker)
      throws IOException {
    Object made = MADE.get(key);
    if (made == null) {
      made = maker.make();
      MADE.put(key, made);
    }
    return type.cast(made);
  }
}
