package dev.atoll.spark.table.train;

import static org.apache.spark.sql.functions.expr;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Limits;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Links;
import dev.atoll.graph.Split;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.engine.RunListener;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.spark.LocalSpark;
import dev.atoll.spark.table.ExampleTables;
import dev.atoll.spark.table.GraphTables;
import dev.atoll.spark.table.LinkShares;
import dev.atoll.spark.table.cut.HashPartitioner;
import dev.atoll.spark.table.storage.GraphInfo;
import dev.atoll.spark.table.storage.SharedStorage;
import dev.atoll.spark.table.store.LinkInfo;
import dev.atoll.spark.table.store.ShardTables;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.loop.Training;
import dev.atoll.train.worker.ShardTeam;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edges of tables become links to learn, of which every worker has its own. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class LinkTablesTest {
  private static final Map<String, String> SETTINGS =
      Map.of("task", "link", "epochs", "6", "model.hidden", "16", "batch", "128");

  private static SparkSession spark;

  /** A graph of two parts, with links, that tests read. */
  private static String stored;

  @TempDir Path folder;

  @BeforeAll
  static void start(@TempDir Path common) throws IOException {
    spark = LocalSpark.session();
    stored = common.resolve("graph").toString();
    ShardTables.write(tables(), 2, new HashPartitioner(), stored);
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  private String write(GraphTables tables, int parts, String name) throws IOException {
    String graph = folder.resolve(name).toString();
    ShardTables.write(tables, parts, new HashPartitioner(), graph);
    return graph;
  }

  private static GraphTables tables() {
    return ExampleTables.tables(spark).withLinks(new LinkShares(0.1, 0.2, 7));
  }

  private static String pair(Object a, Object b) {
    return a.toString().compareTo(b.toString()) < 0 ? a + " " + b : b + " " + a;
  }

  private static Set<String> pairs() {
    Set<String> pairs = new TreeSet<>();
    for (Row edge : ExampleTables.edgeRows()) {
      if (!edge.get(0).equals(edge.get(1))) {
        pairs.add(pair(edge.get(0), edge.get(1)));
      }
    }
    return pairs;
  }

  private interface PartReader {
    void read(StoredPart part, StoredData dataset) throws IOException;
  }

  /** Opens a part as a worker would. */
  private void open(String graph, int number, PartReader reader) {
    try {
      Path local = Files.createTempDirectory(folder, "part");
      var storage = new SharedStorage(graph);
      var part = new StoredPart(storage, GraphInfo.in(storage), number, local);
      part.fetchShard();
      try (var dataset = part.withLinks(part.data(), LinkInfo.in(storage).orElseThrow())) {
        reader.read(part, dataset);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<Long, String> ids(String graph) {
    Map<Long, String> ids = new HashMap<>();
    for (Row row : spark.read().parquet(graph + "/ids").collectAsList()) {
      ids.put(row.getLong(0), row.getString(1));
    }
    return ids;
  }

  /** Every link's role, in the user's ids, and what the shards hold. */
  private Map<String, Integer> roles(String graph, int parts, Set<String> inShards) {
    Map<Long, String> ids = ids(graph);
    Map<String, Integer> roles = new TreeMap<>();
    for (int p = 0; p < parts; p++) {
      int number = p;
      open(
          graph,
          p,
          (part, dataset) -> {
            Links links = dataset.links().orElseThrow();
            List<Long> firsts = part.info().firstNodes();
            for (int link = 0; link < links.count(); link++) {
              long head = links.head(link);
              boolean trains = links.role(link) == Split.TRAIN;
              assertTrue(trains || number == 0, "held-out links are the first worker's");
              assertTrue(
                  !trains || (head >= firsts.get(number) && head < firsts.get(number + 1)),
                  "own heads");
              String name = pair(ids.get(head), ids.get((long) links.tail(link)));
              assertNull(roles.put(name, links.role(link)), name);
            }
            try (Arena arena = Arena.ofConfined()) {
              Shard shard = ShardFolder.open(part.local()).shard(number, arena);
              long first = part.info().firstNodes().get(number);
              for (long v = first; v < first + shard.coreCount(); v++) {
                for (long e = 0; e < shard.inDegree(v); e++) {
                  inShards.add(pair(ids.get(v), ids.get((long) shard.inNeighbor(v, e))));
                }
              }
            }
          });
    }
    return roles;
  }

  @Test
  @Tag("slow")
  void everyLinkHasOneRoleAndShardsHoldThoseThatTrain() throws IOException {
    Set<String> inShards = new TreeSet<>();
    Map<String, Integer> roles = roles(stored, 2, inShards);
    assertEquals(pairs(), roles.keySet());
    Set<String> training = new TreeSet<>(roles.keySet());
    training.removeIf(link -> roles.get(link) != Split.TRAIN);
    assertEquals(training, inShards);
    double tests = roles.values().stream().filter(role -> role == Split.TEST).count();
    assertEquals(0.2, tests / roles.size(), 0.04);
    double validates = roles.values().stream().filter(role -> role == Split.VALIDATION).count();
    assertEquals(0.1, validates / roles.size(), 0.03);
    assertEquals(roles, roles(write(tables(), 1, "one"), 1, new TreeSet<>()), "however it is cut");
  }

  @Test
  @Tag("slow")
  void aPartMayHaveNoLinks() throws IOException {
    List<Row> edges =
        List.of(
            RowFactory.create(ExampleTables.id(1), ExampleTables.id(2)),
            RowFactory.create(ExampleTables.id(2), ExampleTables.id(1)));
    GraphTables one =
        GraphTables.of(ExampleTables.tables(spark).nodes(), ExampleTables.edges(spark, edges))
            .withLinks(new LinkShares(0, 0, 1));
    assertEquals(
        Map.of(pair(ExampleTables.id(1), ExampleTables.id(2)), Split.TRAIN),
        roles(write(one, 2, "one"), 2, new TreeSet<>()));
  }

  @Test
  @Tag("slow")
  void aColumnMaySayWhatLinksDo() throws IOException {
    Dataset<Row> edges =
        ExampleTables.edges(spark, ExampleTables.edgeRows())
            .withColumn("split", expr("case when src < 'node 5' then 'test' else null end"));
    GraphTables given =
        GraphTables.of(ExampleTables.tables(spark).nodes(), edges)
            .withLinks(new LinkShares(0.1, 0.2, 7));
    Map<String, Integer> expected = new TreeMap<>();
    for (Row edge : ExampleTables.edgeRows()) {
      if (!edge.get(0).equals(edge.get(1))) {
        int role = edge.getString(0).compareTo("node 5") < 0 ? Split.TEST : Split.TRAIN;
        expected.merge(pair(edge.get(0), edge.get(1)), role, Math::max);
      }
    }
    assertEquals(expected, roles(write(given, 1, "given"), 1, new TreeSet<>()));
    var odd =
        GraphTables.of(given.nodes(), edges.withColumn("split", expr("'tset'")))
            .withLinks(new LinkShares(0.1, 0.2, 7));
    var e = assertThrows(BadDataException.class, () -> write(odd, 1, "odd"));
    assertTrue(e.getMessage().contains("'tset'"), e.getMessage());
  }

  @Test
  void linksAreLearntAndPairsScoredInTheUsersIds() throws IOException {
    TableRun run =
        TableTraining.run(
            spark, stored, folder.resolve("run").toString(), SETTINGS, RunListener.NONE);
    assertTrue(
        run.result().evaluation().test().byName().get("auc") > 0.6,
        run.result().evaluation()::toString);
    Settings settings = TableRun.settings(new SharedStorage(run.folder()));
    assertEquals(
        threads(stored, 2, settings, dataset -> dataset),
        run.result().weightsSha256(),
        "as with threads");

    Map<String, List<Float>> embeddings = new HashMap<>();
    for (Row row : run.embeddings(spark).collectAsList()) {
      embeddings.put(row.getString(0), row.getList(1));
    }
    assertEquals(ExampleTables.NODES, embeddings.size());
    List<Row> asked =
        List.of(
            RowFactory.create(ExampleTables.id(1), ExampleTables.id(5)),
            RowFactory.create(ExampleTables.id(1), "stranger"),
            RowFactory.create(ExampleTables.id(2), ExampleTables.id(3)));
    List<Row> scored = run.scores(ExampleTables.edges(spark, asked)).collectAsList();
    assertEquals(asked.size(), scored.size());
    for (Row row : scored) {
      List<Float> head = embeddings.get(row.getString(0));
      List<Float> tail = embeddings.get(row.getString(1));
      if (tail == null) {
        assertTrue(row.isNullAt(2) && row.isNullAt(3), row.toString());
      } else {
        double product = 0;
        for (int c = 0; c < head.size(); c++) {
          product += head.get(c) * tail.get(c);
        }
        assertEquals(product, row.getDouble(2), 1e-4 * Math.max(1, Math.abs(product)));
        assertEquals(1 / (1 + Math.exp(-product)), row.getDouble(3), 1e-4);
      }
    }
  }

  /** The weights that threads of this process learn from the same parts. */
  private String threads(
      String graph, int parts, Settings settings, UnaryOperator<WorkerData> seen) {
    return ThreadRanks.run(
            parts,
            Limits.DEFAULT,
            transport -> {
              var sha = new String[1];
              open(
                  graph,
                  transport.rank(),
                  (part, dataset) -> {
                    var shards = ShardFolder.open(part.local());
                    try (var backend = Composition.backend(settings);
                        var training =
                            Training.open(
                                seen.apply(dataset),
                                backend,
                                Composition.plan(settings),
                                ShardTeam.join(transport, shards, true))) {
                      sha[0] = training.run(_ -> {}).weightsSha256();
                    }
                  });
              return sha[0];
            })
        .getFirst();
  }

  /** A worker of a stored graph reads nothing that is not there. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "sampler=ladies sampler.size=32",
        "sampler=cluster sampler.clusters=8",
        "sampler=dgs",
        "task=unsupervised link.negatives=degree",
        "task=link link.negatives=degree schedule=two-level",
        "recipe=bns-gcn"
      })
  void shardsGiveWhatTheWholeGraphGives(String said) throws IOException {
    Map<String, String> all = new HashMap<>(SETTINGS);
    all.putAll(Map.of("task", "node", "epochs", "2"));
    for (String pair : List.of(said.split(" "))) {
      all.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
    }
    var info = LinkInfo.in(new SharedStorage(stored));
    Settings settings = TableTraining.settings(all, 2, info);
    new TableFit(settings).require(GraphInfo.in(new SharedStorage(stored)), info);
    assertEquals(
        threads(stored, 2, settings, data -> withWholeGraph(data, stored)),
        threads(stored, 2, settings, data -> data));
  }

  /** The data of a worker, with all edges of all parts. */
  private static WorkerData withWholeGraph(WorkerData data, String graph) {
    Arena memory = data.memory();
    try {
      ShardFolder shards = ShardFolder.open(Path.of(graph));
      int nodes = shards.book().nodeCount();
      MemorySegment start = memory.allocate(ValueLayout.JAVA_LONG, nodes + 1L);
      List<Integer> sources = new ArrayList<>();
      for (int part = 0; part < shards.book().parts(); part++) {
        Shard shard = shards.shard(part, memory);
        for (long v = shards.book().first(part); v < shards.book().first(part + 1); v++) {
          for (long e = 0; e < shard.inDegree(v); e++) {
            sources.add(shard.inNeighbor(v, e));
          }
          start.setAtIndex(ValueLayout.JAVA_LONG, v + 1, sources.size());
        }
      }
      MemorySegment column = memory.allocate(ValueLayout.JAVA_INT, sources.size());
      for (int i = 0; i < sources.size(); i++) {
        column.setAtIndex(ValueLayout.JAVA_INT, i, sources.get(i));
      }
      var whole = new CsrGraph(nodes, start, column);
      return (WorkerData)
          Proxy.newProxyInstance(
              WorkerData.class.getClassLoader(),
              new Class<?>[] {WorkerData.class},
              (_, method, arguments) ->
                  method.getName().equals("graph") ? whole : method.invoke(data, arguments));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whatAStoredGraphCannotGiveIsRefusedBeforeWorkBegins() throws IOException {
    String plain = write(ExampleTables.tables(spark), 1, "plain");
    refuses(plain, Map.of("task", "link"), "withLinks");
    refuses(plain, Map.of("task", "edge"), "task=edge");
    refuses(plain, Map.of("sampler", "fastgcn"), "sampler=fastgcn");
    refuses(plain, Map.of("sampler", "local-aware"), "local-aware");
    refuses(plain, Map.of("placement", "cached"), "placement=cached");
    refuses(plain, Map.of("inductive", "true"), "inductive=true");
    refuses(plain, Map.of("topology", "replicated"), "topology=replicated");
    assertThrows(IllegalArgumentException.class, () -> new LinkShares(0.6, 0.5, 0));
    assertThrows(IllegalArgumentException.class, () -> tables().withSymmetric(false));
    assertThrows(
        BadDataException.class,
        () ->
            write(
                GraphTables.of(
                        ExampleTables.tables(spark).nodes(), ExampleTables.edges(spark, List.of()))
                    .withLinks(new LinkShares(0, 0, 0)),
                1,
                "empty"));
    assertFalse(Files.exists(folder.resolve("empty")));
  }

  private void refuses(String graph, Map<String, String> settings, String said) {
    String run = folder.resolve("refused").toString();
    var e =
        assertThrows(
            SettingsException.class,
            () -> TableTraining.run(spark, graph, run, settings, RunListener.NONE));
    assertTrue(e.getMessage().contains(said), e.getMessage());
    assertFalse(Files.exists(folder.resolve("refused")));
  }
}
