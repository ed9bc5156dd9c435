package dev.atoll.formats.table;

import dev.atoll.formats.spool.EdgeCollector;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.wording.Choice;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Finds the nodes at the ends of edges, and keeps account of ids that are no node's. */
public final class UnknownIds {
  private static final int SAMPLE = 100;

  private final UserIds ids;
  private final LongAdder ends = new LongAdder();

  /** Whether each of the first nodes is on an edge; set from any thread. */
  private final boolean[] onEdge;

  private int firstFile;
  private long firstPlace;
  private BadDataException first;

  /**
   * @param ids of the nodes
   */
  public UnknownIds(UserIds ids) {
    this.ids = ids;
    this.onEdge = new boolean[(int) Math.min(SAMPLE, ids.count())];
  }

  UserIds ids() {
    return ids;
  }

  /** Whether the first node is on none of the edges read, while most of those after it are. */
  public boolean isFirstAlone() {
    long others = IntStream.range(1, onEdge.length).filter(node -> onEdge[node]).count();
    return onEdge.length > 1 && !onEdge[0] && 2 * others > onEdge.length - 1;
  }

  private long find(IdCell cell, UserIds.Unknown unknown) {
    long node = ids.find(cell, unknown);
    if (node >= 0 && node < onEdge.length) {
      onEdge[(int) node] = true;
    }
    return node;
  }

  /** Collects edges; the number of an end that is unknown is −1. */
  public void collect(EdgeTable edges, Supplier<? extends EdgeCollector> collectors)
      throws IOException {
    List<EdgeTable> files = edges.files();
    for (int i = 0; i < files.size(); i++) {
      int file = i;
      ToLongFunction<IdCell> resolver =
          cell -> find(cell, (unknown, id) -> found(file, unknown, id));
      files.get(i).collect(collectors, () -> resolver);
    }
  }

  private long found(int file, IdCell cell, String id) {
    ends.increment();
    synchronized (this) {
      boolean earlier = file == firstFile && cell.place() < firstPlace;
      if (first == null || file < firstFile || earlier) {
        firstFile = file;
        firstPlace = cell.place();
        first = cell.bad("id '%s' is not in the node table".formatted(id));
      }
    }
    return -1;
  }

  /** Adds a node for every unknown id of a table, in ascending order; returns their number. */
  public long create(EdgeTable edges) throws IOException {
    UserIds created = ids.ofKind();
    for (EdgeTable file : edges.files()) {
      ToLongFunction<IdCell> resolver =
          cell ->
              find(
                  cell,
                  (unknown, id) -> {
                    synchronized (created) {
                      created.add(unknown, id);
                    }
                    return -1;
                  });
      file.collect(EdgeCollector::ofNothing, () -> resolver);
    }
    ids.addAll(created.sorted());
    return created.count();
  }

  /** The error of the first unknown id, if there is one. */
  public Optional<BadDataException> problem() {
    if (first == null) {
      return Optional.empty();
    }
    long others = ends.sum() - 1;
    return Optional.of(
        new BadDataException(
            "%s%s; add its row, or name the columns of ids with %s, %s and %s. %s leaves such edges out, %s makes nodes without features"
                .formatted(
                    first.getMessage(),
                    others == 0
                        ? ""
                        : ", nor are those of %,d more ends of edges".formatted(others),
                    Choice.SOURCE.text(),
                    Choice.TARGET.text(),
                    Choice.ID.text(),
                    Choice.UNKNOWN_DROP.text(),
                    Choice.UNKNOWN_CREATE.text()),
            first));
  }
}
