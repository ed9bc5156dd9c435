package dev.atoll.graph.io.foreign;

import dev.atoll.graph.EdgeSource;
import dev.atoll.graph.Parallel;
import dev.atoll.graph.build.CsrOptions;
import dev.atoll.graph.io.DatasetWriter;
import dev.atoll.graph.io.text.ColumnNames;
import dev.atoll.graph.io.text.Dialect;
import dev.atoll.graph.io.text.Fields;
import dev.atoll.graph.io.text.TextFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.stream.LongStream;

/** An edge table, one line per edge; read on all cores. */
final class CsvEdges {
  private static final int SAMPLE = 100;

  /** Ids beyond it are too sparse for one bit each. */
  private static final long DENSE = 1L << 33;

  private final TextFile file;
  private final Dialect dialect;
  private final int source;
  private final int target;
  private final boolean numbers;

  CsvEdges(Path path, ImportOptions options, DatasetWriter writer) throws IOException {
    this.file = new TextFile(path);
    this.dialect = Dialect.detect(file);
    var columns = new TableColumns(path.toString(), dialect.columns());
    int from = columns.find(options.columns().source(), ColumnNames.SOURCE);
    int to = columns.find(options.columns().target(), ColumnNames.TARGET);
    this.source = from < 0 ? 0 : from;
    this.target = to < 0 ? 1 : to;
    this.numbers =
        !options.textIds()
            && file.firstLines(dialect, SAMPLE).stream()
                .allMatch(
                    row ->
                        row.size() <= Math.max(source, target)
                            || (isId(row.get(source)) && isId(row.get(target))));
    if (dialect.columns().size() > 2) {
      writer.note("further columns of the edge table (weights and such) left out");
    }
  }

  /** Whether a text is a whole number and nothing is lost by reading it as one. */
  static boolean isId(String text) {
    return text.matches("-?(0|[1-9][0-9]{0,17})");
  }

  /** Builds the graph between the nodes of a node table. */
  void read(UserIds ids, CsrOptions options, DatasetWriter writer) throws IOException {
    try (EdgeSpool spool = spool(writer)) {
      fill(spool, ids::next);
      writer.graph(spool.edges(ids.count()), options);
    }
  }

  /** Builds the graph between whatever ids there are, numbered in ascending order. */
  void read(CsrOptions options, DatasetWriter writer) throws IOException {
    try (EdgeSpool spool = spool(writer);
        Arena arena = Arena.ofShared()) {
      if (!numbers) {
        read(new UserIds.Texts(texts().sorted()), options, writer, spool);
        return;
      }
      fill(spool, CsvEdges::number);
      EdgeSource raw = spool.edges(0);
      long largest = largest(raw);
      if (largest < DENSE) {
        Ranks ranks = Ranks.of(raw, largest, arena);
        writer.graph(spool.edges(ranks.count(), ranks::of), options);
        ranks.write(writer);
      } else {
        NumberIndex sorted = sorted(raw);
        writer.graph(spool.edges(sorted.count(), id -> sorted.find(id)), options);
        new UserIds.Numbers(sorted).write(writer);
      }
    }
  }

  private void read(UserIds ids, CsrOptions options, DatasetWriter writer, EdgeSpool spool)
      throws IOException {
    fill(spool, ids::next);
    writer.graph(spool.edges(ids.count()), options);
    ids.write(writer);
  }

  /** Only collects the edges, whose ids must be numbers below a limit. */
  void collect(EdgeSpool spool, long limit) throws IOException {
    fill(
        spool,
        fields -> {
          long id = fields.nextLong();
          if (id < 0 || id >= limit) {
            throw fields.badLine("node %d; expected 0 to %d".formatted(id, limit - 1));
          }
          return id;
        });
  }

  private static EdgeSpool spool(DatasetWriter writer) throws IOException {
    return new EdgeSpool(writer.scratchFile("edges.spool"));
  }

  /** The node in the next field. */
  @FunctionalInterface
  private interface Reader {
    long next(Fields fields);
  }

  private static long number(Fields fields) {
    long id = fields.nextLong();
    if (id < 0) {
      throw fields.badLine("id %d is negative".formatted(id));
    }
    return id;
  }

  private void fill(EdgeSpool spool, Reader reader) throws IOException {
    boolean swapped = source > target;
    int skipFirst = Math.min(source, target);
    int skipBetween = Math.abs(target - source) - 1;
    eachBlock(
        fields -> {
          EdgeSpool.Collector collector = spool.collector();
          while (fields.nextLine()) {
            if (fields.line() != dialect.headerLine()) {
              fields.skip(skipFirst);
              long first = reader.next(fields);
              fields.skip(skipBetween);
              long second = reader.next(fields);
              collector.add(swapped ? second : first, swapped ? first : second);
            }
          }
          collector.flush();
        });
  }

  private void eachBlock(TextFile.BlockBody body) throws IOException {
    file.forEachBlock(Parallel.allCores(), dialect, body);
  }

  private TextIndex texts() throws IOException {
    TextIndex all = new TextIndex();
    eachBlock(
        fields -> {
          TextIndex some = new TextIndex();
          while (fields.nextLine()) {
            if (fields.line() != dialect.headerLine()) {
              for (int column = 0; column <= Math.max(source, target); column++) {
                fields.next();
                if (column == source || column == target) {
                  some.add(fields.data(), fields.from(), fields.to());
                }
              }
            }
          }
          synchronized (all) {
            all.addAll(some);
          }
        });
    return all;
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
}
