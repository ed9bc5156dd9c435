package dev.atoll.spark.table;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.row_number;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Split;
import dev.atoll.graph.partition.shard.PartWriter;
import dev.atoll.graph.partition.shard.PartitionBook;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.functions;

/**
 * Turns tables into shards, as Spark jobs. Neither the driver nor any executor holds the graph: a
 * task sorts and writes the edges of one part, spilling to its disks.
 */
public final class ShardTables {
  /** The user's ids by number, as Parquet. */
  static final String IDS = "ids";

  static final String NODE = "node";
  private static final String WORK = "work";

  private final GraphTables tables;
  private final int parts;
  private final TablePartitioner partitioner;
  private final Storage storage;
  private final Storage work;
  private final SparkSession spark;

  private ShardTables(
      GraphTables tables, int parts, TablePartitioner partitioner, Storage storage) {
    this.tables = tables;
    this.parts = parts;
    this.partitioner = partitioner;
    this.storage = storage;
    this.work = storage.inside(WORK);
    this.spark = tables.nodes().sparkSession();
  }

  /**
   * Writes a graph to a folder that the driver and all executors reach, whole or not at all.
   *
   * @param folder of any Hadoop file system
   */
  public static GraphInfo write(
      GraphTables tables, int parts, TablePartitioner partitioner, String folder)
      throws IOException {
    Storage storage = Storage.fresh(folder);
    try {
      var writer = new ShardTables(tables, parts, partitioner, storage);
      GraphInfo info = writer.write();
      writer.work.delete();
      return info;
    } catch (IOException | RuntimeException | Error e) {
      storage.delete();
      throw e;
    }
  }

  private GraphInfo write() throws IOException {
    Dataset<Row> ends = tables.ends();
    Dataset<Row> given = tables.wholeNodes();
    TableErrors.NodeFacts facts = TableErrors.check(given);
    Dataset<Row> nodes = tables.unknown() == UnknownNodes.CREATE ? withCreated(given, ends) : given;
    Dataset<Row> numbers = NodeNumbers.write(nodes.select(GraphTables.ID), work.inside("numbers"));
    long count = numbers.count();
    requireFewEnough(count);
    EdgeNumbers edges = EdgeNumbers.write(ends, numbers, tables.unknown(), work.inside("edges"));
    Dataset<Row> known = numbers.join(nodes, GraphTables.ID).drop(GraphTables.ID);
    Optional<LinkNumbers> links =
        tables
            .links()
            .map(shares -> LinkNumbers.write(edges.edges(), shares, work.inside("links")));
    Dataset<Row> topology = links.map(LinkNumbers::training).orElse(edges.edges());
    Dataset<Row> cut =
        partitioner.cut(
            known.select(NodeNumbers.NUMBER, GraphTables.SPLIT),
            topology,
            parts,
            work.inside("cut").folder());
    List<Long> firstNodes = firstNodes(cut);
    Dataset<Row> places = places(cut, firstNodes);
    List<PartWriter.Part> written = writeEdges(topology, places, firstNodes);
    if (links.isPresent()) {
      writeLinks(links.get(), places);
    }
    List<List<Long>> roles = writeNodes(known, places, firstNodes, facts.width());
    writeIds(numbers, places);
    return finish(
        new GraphInfo(
            firstNodes,
            written.stream().mapToLong(PartWriter.Part::edges).sum(),
            facts.width(),
            facts.classes(),
            edges.dropped(),
            count - facts.count(),
            quality(firstNodes, written, roles)),
        written);
  }

  private static void requireFewEnough(long count) {
    if (count >= Integer.MAX_VALUE) {
      throw new BadDataException(
          "%d nodes: shards hold at most %d".formatted(count, Integer.MAX_VALUE - 1));
    }
  }

  /** The nodes, and those that only edges know. */
  private static Dataset<Row> withCreated(Dataset<Row> nodes, Dataset<Row> ends) {
    Dataset<Row> mentioned =
        ends.select(col(GraphTables.SOURCE).as(GraphTables.ID))
            .union(ends.select(col(GraphTables.TARGET).as(GraphTables.ID)))
            .na()
            .drop()
            .distinct();
    Dataset<Row> created =
        mentioned.join(
            nodes, mentioned.col(GraphTables.ID).equalTo(nodes.col(GraphTables.ID)), "left_anti");
    return nodes.unionByName(created, true);
  }

  private List<Long> firstNodes(Dataset<Row> places) {
    long[] sizes = new long[parts];
    for (Row row : places.groupBy(TablePartitioner.PART).count().collectAsList()) {
      sizes[row.getInt(0)] = row.getLong(1);
    }
    var first = new ArrayList<>(List.of(0L));
    for (long size : sizes) {
      first.add(first.getLast() + size);
    }
    return first;
  }

  /** Nodes of a part follow each other in the order of their first numbers. */
  private Dataset<Row> places(Dataset<Row> cut, List<Long> firstNodes) {
    var inPart = Window.partitionBy(TablePartitioner.PART).orderBy(NodeNumbers.NUMBER);
    Column[] firsts = firstNodes.stream().map(functions::lit).toArray(Column[]::new);
    Column first = element_at(array(firsts), col(TablePartitioner.PART).plus(1));
    String folder = work.inside("places").folder();
    cut.withColumn(NODE, row_number().over(inPart).minus(lit(1)).plus(first).cast("long"))
        .write()
        .parquet(folder);
    return spark.read().parquet(folder);
  }

  private List<PartWriter.Part> writeEdges(
      Dataset<Row> edges, Dataset<Row> places, List<Long> firstNodes) throws IOException {
    Dataset<Row> sources =
        places.select(col(NodeNumbers.NUMBER).as(EdgeNumbers.SOURCE), col(NODE).as("source"));
    Dataset<Row> targets =
        places.select(
            col(NodeNumbers.NUMBER).as(EdgeNumbers.TARGET),
            col(NODE).as("target"),
            col(TablePartitioner.PART));
    List<String> lines =
        arcs(edges)
            .join(sources, EdgeNumbers.SOURCE)
            .join(targets, EdgeNumbers.TARGET)
            .repartitionById(parts, col(TablePartitioner.PART))
            .sortWithinPartitions("target", "source")
            .select("target", "source")
            .mapPartitions(new EdgeTask(storage, new ArrayList<>(firstNodes)), Encoders.STRING())
            .collectAsList();
    var written = new ArrayList<PartWriter.Part>();
    for (String line : lines) {
      written.add(EdgeTask.read(line));
    }
    return written;
  }

  private void writeLinks(LinkNumbers links, Dataset<Row> places) throws IOException {
    Dataset<Row> heads =
        places.select(
            col(NodeNumbers.NUMBER).as(EdgeNumbers.SOURCE),
            col(NODE).as("head"),
            col(TablePartitioner.PART));
    Dataset<Row> tails =
        places.select(col(NodeNumbers.NUMBER).as(EdgeNumbers.TARGET), col(NODE).as("tail"));
    Dataset<Row> placed =
        links
            .links()
            .join(heads, EdgeNumbers.SOURCE)
            .join(tails, EdgeNumbers.TARGET)
            .select(col("head"), col("tail"), col(LinkNumbers.ROLE), col(TablePartitioner.PART));
    new LinkFiles(storage, parts).write(placed, tables.links().orElseThrow());
  }

  private Dataset<Row> arcs(Dataset<Row> edges) {
    return tables.symmetric()
        ? edges.union(edges.select(EdgeNumbers.TARGET, EdgeNumbers.SOURCE))
        : edges;
  }

  private List<List<Long>> writeNodes(
      Dataset<Row> nodes, Dataset<Row> places, List<Long> firstNodes, int width) {
    return nodes
        .join(places, NodeNumbers.NUMBER)
        .repartitionById(parts, col(TablePartitioner.PART))
        .select(NODE, GraphTables.FEATURES, GraphTables.LABEL, GraphTables.SPLIT)
        .mapPartitions(new NodeTask(storage, new ArrayList<>(firstNodes), width), Encoders.STRING())
        .collectAsList()
        .stream()
        .map(NodeTask::counts)
        .toList();
  }

  /** The figures that {@code atoll partition} reports; an edge between parts counts once. */
  private Map<String, Double> quality(
      List<Long> firstNodes, List<PartWriter.Part> written, List<List<Long>> roles) {
    Map<String, Double> quality = new LinkedHashMap<>();
    double remote = written.stream().mapToLong(PartWriter.Part::remoteEdges).sum();
    quality.put("cut", tables.symmetric() ? remote / 2 : remote);
    quality.put("volume", (double) written.stream().mapToLong(PartWriter.Part::haloNodes).sum());
    quality.put(
        "imbalance.nodes",
        imbalance(
            IntStream.range(0, parts)
                .mapToLong(part -> firstNodes.get(part + 1) - firstNodes.get(part))));
    quality.put("imbalance.edges", imbalance(written.stream().mapToLong(PartWriter.Part::edges)));
    quality.put("imbalance.train", imbalance(roles.stream().mapToLong(r -> r.get(Split.TRAIN))));
    quality.put("imbalance.val", imbalance(roles.stream().mapToLong(r -> r.get(Split.VALIDATION))));
    quality.put("imbalance.test", imbalance(roles.stream().mapToLong(r -> r.get(Split.TEST))));
    return quality;
  }

  /** The heaviest part over the mean; 1 when there is nothing to share out. */
  private static double imbalance(LongStream loads) {
    LongSummaryStatistics of = loads.summaryStatistics();
    return of.getSum() == 0 ? 1 : of.getMax() / of.getAverage();
  }

  private void writeIds(Dataset<Row> numbers, Dataset<Row> places) {
    numbers
        .join(places, NodeNumbers.NUMBER)
        .select(col(NODE), col(GraphTables.ID))
        .write()
        .parquet(storage.inside(IDS).folder());
  }

  private GraphInfo finish(GraphInfo info, List<PartWriter.Part> written) throws IOException {
    try (var scratch = new Scratch()) {
      PartWriter.index(
          scratch.path(),
          PartitionBook.ofFirstNodes(info.firstNodes()),
          written,
          Map.of("dataset", "tables", "partitioner", partitioner.toString()));
      for (String name : PartWriter.commonFiles()) {
        storage.put(scratch.path().resolve(name), name);
      }
    }
    storage.put(info.toJson(), GraphInfo.FILE);
    return info;
  }
}
