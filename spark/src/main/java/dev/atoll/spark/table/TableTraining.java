package dev.atoll.spark.table;

import dev.atoll.app.engine.Lead;
import dev.atoll.app.run.Composition;
import dev.atoll.app.settings.Assignment;
import dev.atoll.app.settings.Keys;
import dev.atoll.app.settings.Settings;
import dev.atoll.app.settings.SettingsException;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.spark.BarrierStage;
import dev.atoll.spark.CourseEvent;
import dev.atoll.spark.Preflight;
import dev.atoll.spark.TaskSettings;
import dev.atoll.train.TrainingPlan;
import dev.atoll.train.TrainingResult;
import dev.atoll.train.feature.FeatureScaling;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * Trains on a graph that {@link ShardTables} has stored, one task per part.
 *
 * <pre>{@code
 * GraphInfo info = ShardTables.write(tables, 4, new LabelPropagation(), "hdfs:///papers");
 * TableRun run = TableTraining.run(spark, "hdfs:///papers", "hdfs:///papers-run",
 *     Map.of("recipe", "distdgl", "epochs", "20"), Lead.NONE);
 * run.predictions(spark).show();
 * }</pre>
 */
public final class TableTraining {
  private TableTraining() {}

  /**
   * Trains until the end.
   *
   * @param graph the folder of the graph
   * @param folder for what comes of the run; must be empty
   * @param said settings by name, as {@code --set} takes them
   */
  public static TableRun run(
      SparkSession spark, String graph, String folder, Map<String, String> said, Lead lead)
      throws IOException {
    var stored = new Storage(graph);
    GraphInfo info = GraphInfo.in(stored);
    Settings settings = settings(said, info.parts());
    requireFit(settings, info);
    new Preflight(spark, settings).check();
    Storage run = Storage.fresh(folder);
    try {
      List<String> told =
          new BarrierStage(spark.sparkContext())
              .run(info.parts(), new TableTask(TaskSettings.of(settings), stored, run), lead);
      TrainingResult result = CourseEvent.outcome(told);
      run.put(settings.toYaml(), "config.yaml");
      StoredCheckpoints.deleteAll(run);
      return new TableRun(graph, folder, result);
    } catch (IOException | RuntimeException | Error e) {
      run.delete();
      throw e;
    }
  }

  private static Settings settings(Map<String, String> said, int workers) {
    List<Assignment> all = new ArrayList<>();
    all.add(new Assignment(Keys.RECIPE.name(), "distdgl", "tables"));
    said.forEach((key, text) -> all.add(new Assignment(key, text, "setting " + key)));
    all.add(new Assignment(Keys.DATA.name(), "tables", "tables"));
    all.add(new Assignment(Keys.ENGINE.name(), "spark", "tables"));
    all.add(new Assignment(Keys.WORKERS.name(), Integer.toString(workers), "tables"));
    return Settings.of(all);
  }

  /** What needs the whole graph, or all features, in one place. */
  private static void requireFit(Settings settings, GraphInfo info) {
    TrainingPlan plan = Composition.plan(settings);
    if (info.classes() == 0) {
      throw new SettingsException(
          "no node has a label: training needs a column 'label' of the table of nodes");
    }
    if (plan.inductive()) {
      throw new SettingsException("inductive=true needs the whole graph on every worker");
    }
    if (plan.scaling() == FeatureScaling.STANDARD) {
      throw new SettingsException(
          "features.normalize=standard needs all features in one place: scale the column before,"
              + " such as with StandardScaler");
    }
    if (settings.get(Keys.TOPOLOGY) != Topology.PARTITIONED) {
      throw new SettingsException(
          "topology=replicated: a stored graph is partitioned; use a recipe such as distdgl");
    }
  }
}
