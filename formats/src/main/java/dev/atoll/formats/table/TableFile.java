package dev.atoll.formats.table;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** One file of a table: its columns and rows, in any file format. */
public interface TableFile extends AutoCloseable {
  /** The file, for messages. */
  String origin();

  /** The names of the columns, or their numbers from 1 where the file has no header. */
  List<String> columns();

  /** Whether the columns have names. */
  boolean named();

  /** The reason why a column cannot be read; empty if it can. */
  Optional<String> unreadable(int column);

  /** Receives rows; each thread has its own receiver at a time. */
  interface Taker {
    void take(TableRow row);

    /** Ends the rows. */
    default void end() {}
  }

  /**
   * Reads all rows.
   *
   * @param threads with one, rows come in order
   * @param columns that takers ask for, ascending
   * @param takers a taker for each chunk of the file
   */
  void read(int threads, int[] columns, Supplier<Taker> takers) throws IOException;

  @Override
  void close() throws IOException;
}
