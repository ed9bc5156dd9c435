package dev.atoll.formats.table;

import dev.atoll.formats.spool.EdgeSpool;
import java.io.IOException;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** A table of edges in any format. */
public interface EdgeTable {
  /** Whether ids are whole numbers; else they are text. */
  boolean numbers();

  /**
   * Collects all edges, on all cores.
   *
   * @param resolvers a way for each thread to turn the ends of an edge into numbers
   */
  void collect(EdgeSpool spool, Supplier<ToLongFunction<IdCell>> resolvers) throws IOException;
}
