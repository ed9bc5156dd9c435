package dev.atoll.formats.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Counts how often the ids of a table's first lines occur in all of it. Names of columns that were
 * read as an edge occur once, while ids of edges mostly occur again.
 */
final class FirstEdges {
  private final TextIndex ids = new TextIndex();
  private final AtomicIntegerArray counts;
  private final int[] sources;
  private final int[] targets;

  /**
   * @param lines source and target of each
   */
  FirstEdges(List<List<String>> lines) {
    sources = lines.stream().mapToInt(line -> add(line.getFirst())).toArray();
    targets = lines.stream().mapToInt(line -> add(line.getLast())).toArray();
    counts = new AtomicIntegerArray(ids.count());
  }

  private int add(String id) {
    byte[] text = id.getBytes(UTF_8);
    int before = ids.add(text, 0, text.length);
    return before < 0 ? ids.count() - 1 : before;
  }

  /** The different ids, in the order in which they occur; more may be added. */
  TextIndex ids() {
    return ids;
  }

  /** Counts the cells that a resolver reads, which numbers them as {@link #ids} does. */
  ToLongFunction<IdCell> counting(ToLongFunction<IdCell> resolver) {
    return cell -> {
      long id = resolver.applyAsLong(cell);
      if (id >= 0 && id < counts.length() && counts.get((int) id) < 2) {
        counts.incrementAndGet((int) id);
      }
      return id;
    };
  }

  /** Whether neither id of the first line occurs again, while those of most others do. */
  boolean isFirstAlone() {
    return sources.length > 1
        && isAlone(0)
        && 2 * IntStream.range(1, sources.length).filter(this::isAlone).count()
            < sources.length - 1;
  }

  private boolean isAlone(int line) {
    return sources[line] != targets[line]
        && counts.get(sources[line]) == 1
        && counts.get(targets[line]) == 1;
  }
}
