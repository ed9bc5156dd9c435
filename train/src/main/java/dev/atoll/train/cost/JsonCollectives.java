package dev.atoll.train.cost;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Collectives of small records, sent as JSON and counted as {@link Purpose#CONTROL}. */
public final class JsonCollectives {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private JsonCollectives() {}

  /** The record of every worker, by rank; all workers call it together. */
  public static <T> List<T> allGather(Communicator workers, T own, Class<T> type) {
    List<T> all = new ArrayList<>();
    for (byte[] bytes : workers.allGather(Purpose.CONTROL, write(own))) {
      all.add(read(bytes, type));
    }
    return all;
  }

  /** Broadcasts a record, which is computed only on the root. All workers call it together. */
  public static <T> T broadcast(Communicator workers, int root, Supplier<T> record, Class<T> type) {
    byte[] own = workers.rank() == root ? write(record.get()) : new byte[0];
    return read(workers.allGather(Purpose.CONTROL, own).get(root), type);
  }

  private static byte[] write(Object record) {
    try {
      return JSON.writeValueAsBytes(record);
    } catch (IOException e) {
      throw new UncheckedIOException("a record could not be sent as JSON", e);
    }
  }

  private static <T> T read(byte[] bytes, Class<T> type) {
    try {
      return JSON.readValue(bytes, type);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "a %s could not be read from JSON".formatted(type.getSimpleName()), e);
    }
  }
}
