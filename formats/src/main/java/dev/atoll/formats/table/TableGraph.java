package dev.atoll.formats.table;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.formats.spool.EdgeCollector;
import dev.atoll.formats.spool.EdgeSpool;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.csr.EdgeSource;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.wording.Choice;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/** Builds the graph of an edge table, and decides which id is which node. */
public record TableGraph(EdgeTable edges, CsrOptions options, DatasetWriter writer) {
  /** Possible ids for each end of an edge beyond which ids are too sparse for one bit each. */
  private static final long SPARSE = 64;

  /**
   * The graph between the nodes of a node table.
   *
   * @param found resolves their ids
   */
  public void write(UnknownIds found, UnknownRule unknown) throws IOException {
    try (EdgeSpool spool = spool()) {
      found.collect(edges, spool::collector);
      if (unknown == UnknownRule.REFUSE && found.problem().isPresent()) {
        throw found.problem().get();
      }
      if (spool.leftOut() > 0) {
        writer.note(
            "%d edges to ids that are not in the node table left out".formatted(spool.leftOut()));
      }
      note(spool, spool.graph(found.ids().count(), options, writer));
    }
  }

  /** Reports the fate of the rows. */
  private void note(EdgeSpool spool, CsrGraph graph) {
    if (options.dedupe() && options.symmetrize()) {
      long pairs = graph.edgeCount() / 2;
      writer.note(
          "%d rows: %d repeated pairs merged, %d self-loops dropped, %d undirected edges left"
              .formatted(
                  spool.count(),
                  spool.count() - spool.selfLoops() - pairs,
                  spool.selfLoops(),
                  pairs));
    } else {
      writer.note("%d rows of edges".formatted(spool.count()));
    }
  }

  /** The graph between whatever ids there are, numbered in ascending order. */
  public void write() throws IOException {
    try (EdgeSpool spool = spool()) {
      if (edges.numbers()) {
        edges.collect(spool::collector, () -> TableGraph::number);
        numbers(spool);
      } else {
        FirstEdges first = firstEdges(edges);
        TextNumbers texts = new TextNumbers(first.ids());
        for (EdgeTable file : edges.files()) {
          file.collect(
              spool::collector,
              file == edges.files().getFirst()
                  ? () -> first.counting(texts.resolver())
                  : texts::resolver);
        }
        doubt(edges, first).ifPresent(writer::note);
        texts(spool, texts.index());
      }
    }
  }

  /** Reads all edges of a table as {@link #write()} does, and keeps none; returns its remark. */
  public static Optional<String> check(EdgeTable edges) throws IOException {
    FirstEdges first = firstEdges(edges);
    for (EdgeTable file : edges.files()) {
      ToLongFunction<IdCell> resolver =
          edges.numbers() ? TableGraph::number : cell -> cell.find(first.ids());
      boolean counts = !edges.numbers() && file == edges.files().getFirst();
      file.collect(EdgeCollector::ofNothing, () -> counts ? first.counting(resolver) : resolver);
    }
    return doubt(edges, first);
  }

  /** The first lines of the first file; others may begin with the same header. */
  private static FirstEdges firstEdges(EdgeTable edges) throws IOException {
    return new FirstEdges(edges.files().getFirst().firstEnds());
  }

  private static Optional<String> doubt(EdgeTable edges, FirstEdges first) {
    return first.isFirstAlone()
        ? Optional.of(
            "the first line of %s was read as an edge, but unlike those of most lines its ids occur nowhere else; if it names the columns: %s"
                .formatted(
                    Path.of(edges.plan().getFirst().table()).getFileName(),
                    Choice.HEADER_YES.text()))
        : Optional.empty();
  }

  private EdgeSpool spool() throws IOException {
    return new EdgeSpool(writer.scratchFile("edges.spool"), edges.weighted());
  }

  private static long number(IdCell cell) {
    long id = UserIds.requireNotNegative(cell.number(), cell);
    if (cell.isPadded()) {
      throw cell.bad(
          "id %d is written with leading zeros, unlike the first ids; %s keeps ids as they are written"
              .formatted(id, Choice.TEXT_IDS.text()));
    }
    return id;
  }

  private void numbers(EdgeSpool spool) throws IOException {
    EdgeSource raw = spool.edges();
    long largest = largest(raw);
    if (largest / SPARSE > 2 * spool.count()) {
      NumberIndex sorted = sorted(raw);
      note(spool, spool.graph(sorted.count(), sorted::find, options, writer));
      new UserIds.Numbers(sorted).write(writer);
      return;
    }
    try (Arena arena = Arena.ofShared()) {
      IdRanks ranks = IdRanks.of(raw, largest, arena);
      note(spool, spool.graph(ranks.count(), ranks::of, options, writer));
      ranks.write(writer);
    }
  }

  private void texts(EdgeSpool spool, TextIndex found) throws IOException {
    TextIndex sorted = ends(spool, found).sorted();
    int[] place = new int[found.count()];
    for (int i = 0; i < place.length; i++) {
      int text = i;
      found.pass(text, (data, from, to) -> place[text] = sorted.find(data, from, to));
    }
    note(spool, spool.graph(sorted.count(), id -> place[(int) id], options, writer));
    new UserIds.Texts(sorted).write(writer);
  }

  /** The texts that are ends of edges; those of edges left out may be no others'. */
  private static TextIndex ends(EdgeSpool spool, TextIndex found) throws IOException {
    if (spool.weightless() == 0) {
      return found;
    }
    var ends = new TextIndex();
    EdgeSource edges = spool.edges();
    for (int chunk = 0; chunk < edges.chunkCount(); chunk++) {
      edges.forEach(
          chunk,
          (source, target) -> {
            found.pass((int) source, ends::add);
            found.pass((int) target, ends::add);
          });
    }
    return ends;
  }

  private static long largest(EdgeSource edges) {
    var largest = new LongAccumulator(Math::max, -1);
    Parallel.forEach(
        Parallel.allCores(),
        edges.chunkCount(),
        chunk -> {
          long[] found = {-1};
          edges.forEach(chunk, (s, t) -> found[0] = Math.max(found[0], Math.max(s, t)));
          largest.accumulate(found[0]);
        });
    return largest.get();
  }

  private static NumberIndex sorted(EdgeSource edges) {
    NumberIndex found = new NumberIndex();
    for (int chunk = 0; chunk < edges.chunkCount(); chunk++) {
      edges.forEach(
          chunk,
          (s, t) -> {
            found.add(s);
            found.add(t);
          });
    }
    NumberIndex sorted = new NumberIndex();
    LongStream.range(0, found.count()).map(i -> found.id((int) i)).sorted().forEach(sorted::add);
    return sorted;
  }

  /**
   * Numbers texts from several threads: each thread caches the texts it has met, so that it takes
   * the lock only at the first meeting.
   */
  private static final class TextNumbers {
    private final TextIndex all;

    /**
     * @param first texts that have their numbers already
     */
    TextNumbers(TextIndex first) {
      this.all = first;
    }

    TextIndex index() {
      return all;
    }

    ToLongFunction<IdCell> resolver() {
      TextIndex met = new TextIndex();
      var numbers = new NumberList();
      return cell -> {
        int before = cell.add(met);
        if (before >= 0) {
          return numbers.get(before);
        }
        met.pass(met.count() - 1, (data, from, to) -> numbers.add(number(data, from, to)));
        return numbers.get(met.count() - 1);
      };
    }

    private synchronized int number(byte[] data, int from, int to) {
      int before = all.add(data, from, to);
      return before >= 0 ? before : all.count() - 1;
    }
  }

  /** A list of whole numbers that grows. */
  private static final class NumberList {
    private int[] values = new int[64];
    private int count;

    void add(int value) {
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      values[count++] = value;
    }

    int get(int index) {
      return values[index];
    }
  }
}
