package dev.atoll.spark.table.train;

import dev.atoll.recipe.engine.RunListener;
import dev.atoll.recipe.settings.Assignment;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.spark.BarrierStage;
import dev.atoll.spark.Preflight;
import dev.atoll.spark.RunEvent;
import dev.atoll.spark.TaskSettings;
import dev.atoll.spark.table.storage.GraphInfo;
import dev.atoll.spark.table.storage.SharedStorage;
import dev.atoll.spark.table.store.LinkInfo;
import dev.atoll.spark.table.store.ShardTables;
import dev.atoll.train.event.TrainingResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/**
 * Trains on a graph that {@link ShardTables} has stored, one task per part.
 *
 * <pre>{@code
 * GraphInfo info = ShardTables.write(tables, 4, new AutomaticPartitioner(), "hdfs:///papers");
 * TableRun run = TableTraining.run(spark, "hdfs:///papers", "hdfs:///papers-run",
 *     Map.of("recipe", "distdgl", "epochs", "20"), RunListener.NONE);
 * run.predictions(spark).show();
 * }</pre>
 */
public final class TableTraining {
  private TableTraining() {}

  /**
   * Trains to the end.
   *
   * @param graph the folder of the graph
   * @param folder for the results; must be empty
   * @param given settings by name, as {@code --set} takes them
   */
  public static TableRun run(
      SparkSession spark, String graph, String folder, Map<String, String> given, RunListener lead)
      throws IOException {
    var stored = new SharedStorage(graph);
    GraphInfo info = GraphInfo.in(stored);
    Optional<LinkInfo> links = LinkInfo.in(stored);
    Settings settings = settings(given, info.parts(), links);
    new TableFit(settings).require(info, links);
    new Preflight(spark, settings).check();
    SharedStorage run = SharedStorage.fresh(folder);
    try {
      List<String> lines =
          new BarrierStage(spark.sparkContext())
              .run(info.parts(), new TableTask(TaskSettings.of(settings), stored, run), lead);
      TrainingResult result = RunEvent.outcome(lines);
      run.put(settings.toYaml(), TableRun.SETTINGS);
      StoredCheckpoints.deleteAll(run);
      return new TableRun(graph, folder, result);
    } catch (IOException | RuntimeException | Error e) {
      run.delete();
      throw e;
    }
  }

  /** Checks settings before a graph is stored, like {@link #run}. */
  public static void check(SparkSession spark, Map<String, String> given, int workers) {
    Settings settings = settings(given, workers, Optional.empty());
    new TableFit(settings).require();
    new Preflight(spark, settings).check();
  }

  /** The given settings, and settings that follow from the graph. */
  static Settings settings(Map<String, String> given, int workers, Optional<LinkInfo> links) {
    List<Assignment> all = new ArrayList<>();
    all.add(new Assignment(Keys.RECIPE.name(), "distdgl", "tables"));
    given.forEach((key, text) -> all.add(new Assignment(key, text, "setting " + key)));
    all.add(new Assignment(Keys.DATA.name(), "tables", "tables"));
    all.add(new Assignment(Keys.ENGINE.name(), "spark", "tables"));
    all.add(new Assignment(Keys.WORKERS.name(), Integer.toString(workers), "tables"));
    links.map(LinkInfo::shares).ifPresent(shares -> all.addAll(shares.assignments()));
    return Settings.of(all);
  }
}
