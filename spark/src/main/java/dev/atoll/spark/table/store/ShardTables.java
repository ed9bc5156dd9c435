package dev.atoll.spark.table.store;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.shiftright;

import dev.atoll.formats.shard.PartWriter;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Split;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.spark.table.GraphTables;
import dev.atoll.spark.table.TableErrors;
import dev.atoll.spark.table.UnknownNodes;
import dev.atoll.spark.table.cut.TablePartitioner;
import dev.atoll.spark.table.number.EdgeNumbers;
import dev.atoll.spark.table.number.IdNumbers;
import dev.atoll.spark.table.number.LinkNumbers;
import dev.atoll.spark.table.storage.GraphInfo;
import dev.atoll.spark.table.storage.ScratchFolder;
import dev.atoll.spark.table.storage.SharedStorage;
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

/**
 * Turns tables into shards, as Spark jobs. Neither the driver nor any executor holds the graph: a
 * task sorts and writes the edges of one part, spilling to its disks.
 */
public final class ShardTables {
  /** The user's ids by number, as Parquet. */
  public static final String IDS = "ids";

  public static final String NODE = "node";
  private static final String WORK = "work";

  private final GraphTables tables;
  private final int parts;
  private final TablePartitioner partitioner;
  private final SharedStorage storage;
  private final SharedStorage work;
  private final SparkSession spark;

  private ShardTables(
      GraphTables tables, int parts, TablePartitioner partitioner, SharedStorage storage) {
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
    SharedStorage storage = SharedStorage.fresh(folder);
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
    IdNumbers known = IdNumbers.write(given, facts.count(), work.inside("given"));
    Dataset<Row> created = created(given, ends, known);
    Dataset<Row> all = given.unionByName(created, true);
    IdNumbers numbers =
        created.isEmpty() ? known : IdNumbers.write(all, facts.count(), work.inside("all"));
    requireFewEnough(numbers.count());
    EdgeNumbers edges = EdgeNumbers.write(ends, numbers, tables.unknown(), work.inside("edges"));
    Optional<LinkNumbers> links =
        tables
            .links()
            .map(shares -> LinkNumbers.write(edges.edges(), shares, work.inside("links")));
    Dataset<Row> topology = links.map(LinkNumbers::training).orElse(edges.edges());
    Dataset<Row> nodes = all.withColumn(IdNumbers.NUMBER, numbers.of(col(GraphTables.ID)));
    NodeAssignments places = places(nodes, topology, numbers.count());
    List<PartWriter.WrittenPart> written = writeEdges(topology, places);
    if (links.isPresent()) {
      writeLinks(links.get(), places);
    }
    List<List<Long>> roles = writeNodes(nodes, places, facts.width());
    writeIds(nodes, places);
    return finish(
        new GraphInfo(
            places.firstNodes(),
            written.stream().mapToLong(PartWriter.WrittenPart::edges).sum(),
            facts.width(),
            facts.classes(),
            facts.oneValidationClass(),
            edges.dropped(),
            numbers.count() - facts.count(),
            quality(places.firstNodes(), written, roles)),
        written);
  }

  private static void requireFewEnough(long count) {
    if (count >= Integer.MAX_VALUE) {
      throw new BadDataException(
          "%d nodes: shards hold at most %d".formatted(count, Integer.MAX_VALUE - 1));
    }
  }

  /** The nodes that occur only in edges, if they are to be created. */
  private Dataset<Row> created(Dataset<Row> given, Dataset<Row> ends, IdNumbers known) {
    if (tables.unknown() != UnknownNodes.CREATE) {
      return given.select(GraphTables.ID).limit(0);
    }
    String folder = work.inside("created").folder();
    EdgeNumbers.unknown(ends, known).na().drop().distinct().write().parquet(folder);
    return spark.read().parquet(folder);
  }

  private NodeAssignments places(Dataset<Row> nodes, Dataset<Row> edges, long count) {
    Dataset<Row> cut =
        partitioner.cut(
            nodes.select(number(IdNumbers.NUMBER), col(GraphTables.SPLIT)),
            edges.select(number(EdgeNumbers.SOURCE), number(EdgeNumbers.TARGET)),
            parts,
            work.inside("cut").folder());
    return NodeAssignments.write(cut, count, parts, work.inside("places"));
  }

  private static Column number(String name) {
    return col(name).cast("long").as(name);
  }

  /** Shuffles the edges once, each as one number. */
  private List<PartWriter.WrittenPart> writeEdges(Dataset<Row> edges, NodeAssignments places)
      throws IOException {
    Column edge = col("edge");
    List<String> lines =
        arcs(edges, places)
            .repartitionById(parts, places.owner(shiftright(edge, Integer.SIZE)))
            .as(Encoders.LONG())
            .mapPartitions(new EdgeTask(storage, places.firstNodes()), Encoders.STRING())
            .collectAsList();
    var written = new ArrayList<PartWriter.WrittenPart>();
    for (String line : lines) {
      written.add(EdgeTask.read(line));
    }
    return written;
  }

  private void writeLinks(LinkNumbers links, NodeAssignments places) throws IOException {
    Dataset<Row> placed =
        links
            .links()
            .select(
                places.of(col(EdgeNumbers.SOURCE)).as("head"),
                places.of(col(EdgeNumbers.TARGET)).as("tail"),
                col(LinkNumbers.ROLE))
            .withColumn(TablePartitioner.PART, places.owner(col("head")));
    new StoredLinkFiles(storage, parts).write(placed, tables.links().orElseThrow());
  }

  private Dataset<Row> arcs(Dataset<Row> edges, NodeAssignments places) {
    Column source = col(EdgeNumbers.SOURCE);
    Column target = col(EdgeNumbers.TARGET);
    Column forth = places.edge(source, target);
    return edges.select(
        (tables.symmetric() ? explode(array(forth, places.edge(target, source))) : forth)
            .as("edge"));
  }

  private List<List<Long>> writeNodes(Dataset<Row> nodes, NodeAssignments places, int width) {
    return nodes
        .select(
            places.of(col(IdNumbers.NUMBER)).as(NODE),
            col(GraphTables.FEATURES),
            col(GraphTables.LABEL).cast("int"),
            col(GraphTables.SPLIT))
        .repartitionById(parts, places.owner(col(NODE)))
        .mapPartitions(new NodeTask(storage, places.firstNodes(), width), Encoders.STRING())
        .collectAsList()
        .stream()
        .map(NodeTask::counts)
        .toList();
  }

  /** The figures that {@code atoll partition} reports; an edge between parts counts once. */
  private Map<String, Double> quality(
      List<Long> firstNodes, List<PartWriter.WrittenPart> written, List<List<Long>> roles) {
    Map<String, Double> quality = new LinkedHashMap<>();
    double remote = written.stream().mapToLong(PartWriter.WrittenPart::remoteEdges).sum();
    quality.put("cut", tables.symmetric() ? remote / 2 : remote);
    quality.put(
        "volume", (double) written.stream().mapToLong(PartWriter.WrittenPart::haloNodes).sum());
    quality.put(
        "imbalance.nodes",
        imbalance(
            IntStream.range(0, parts)
                .mapToLong(part -> firstNodes.get(part + 1) - firstNodes.get(part))));
    quality.put(
        "imbalance.edges", imbalance(written.stream().mapToLong(PartWriter.WrittenPart::edges)));
    quality.put("imbalance.train", imbalance(roles.stream().mapToLong(r -> r.get(Split.TRAIN))));
    quality.put("imbalance.val", imbalance(roles.stream().mapToLong(r -> r.get(Split.VALIDATION))));
    quality.put("imbalance.test", imbalance(roles.stream().mapToLong(r -> r.get(Split.TEST))));
    return quality;
  }

  /** The heaviest part over the mean; 1 if there is no load. */
  private static double imbalance(LongStream loads) {
    LongSummaryStatistics of = loads.summaryStatistics();
    return of.getSum() == 0 ? 1 : of.getMax() / of.getAverage();
  }

  private void writeIds(Dataset<Row> nodes, NodeAssignments places) {
    nodes
        .select(places.of(col(IdNumbers.NUMBER)).as(NODE), col(GraphTables.ID))
        .write()
        .parquet(storage.inside(IDS).folder());
  }

  private GraphInfo finish(GraphInfo info, List<PartWriter.WrittenPart> written)
      throws IOException {
    try (var scratch = new ScratchFolder()) {
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
