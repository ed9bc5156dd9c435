package dev.atoll.spark.table.train;

import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.compose.SelectionMetric;
import dev.atoll.recipe.settings.HostKeys;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.LinkKeys;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.spark.table.storage.GraphInfo;
import dev.atoll.spark.table.store.LinkInfo;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.plan.Objective;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.store.FeatureScaling;
import java.util.Optional;

/**
 * Checks before work begins whether a stored graph can serve a run. A worker has only the edges and
 * the features of its own part: no machine holds the whole graph, all features or other parts'
 * links.
 */
record TableFit(Settings settings) {
  /** Checks the settings without the graph. */
  void require() {
    TrainingPlan plan = Composition.plan(settings);
    refuse(
        plan.objective() instanceof Objective.Edge,
        "task=edge: edges of tables have one relation; take task=link or task=node");
    refuse(
        plan.objective() instanceof Objective.Link link && link.spec().decoder().knowsRelations(),
        "link.decoder=%s: links of tables have one relation; take dot, cosine or mlp"
            .formatted(settings.text(LinkKeys.DECODER)));
    refuse(settings.get(Keys.INDUCTIVE), "inductive=true needs the whole graph on every worker");
    refuse(
        plan.data().scaling() == FeatureScaling.STANDARD,
        "features.normalize=standard needs all features in one place: scale the column before,"
            + " such as with StandardScaler");
    refuse(
        settings.get(Keys.TOPOLOGY) != Topology.PARTITIONED,
        "topology=replicated: a stored graph is partitioned; use a recipe such as distdgl");
    refuse(
        settings.get(HostKeys.TRAINERS) > 1,
        "trainers=%s: every task has a part of its own; leave it out, or store more parts"
            .formatted(settings.text(HostKeys.TRAINERS)));
    refuse(
        !settings.get(Keys.WARM_START).equals(Keys.WARM_START.fallback()),
        "warmStart=%s: a folder of this machine, which executors do not have; leave it out"
            .formatted(settings.text(Keys.WARM_START)));
    refuse(
        !settings.get(Keys.DECISION).equals(Keys.DECISION.fallback()),
        "decision=%s: the threshold is found from all validation nodes in one place, and each task has its own; leave it out, and compare the column of probabilities with a threshold"
            .formatted(settings.text(Keys.DECISION)));
    plan.sampled().ifPresent(this::requireSampling);
  }

  /** Checks the settings together with the graph. */
  void require(GraphInfo info, Optional<LinkInfo> links) {
    require();
    if (settings.get(Keys.TASK).equals("link")) {
      refuse(
          links.isEmpty(),
          "task=link: the edges of this graph were stored without links to learn; store them with"
              + " GraphTables.withLinks");
    } else {
      refuse(
          info.classes() == 0,
          "no node has a label: task=%s needs a column 'label' of the table of nodes"
              .formatted(settings.get(Keys.TASK)));
      refuse(
          info.oneValidationClass()
              && SelectionMetric.needsTwoClasses(settings.get(Keys.SELECT_METRIC)),
          "select.metric=%s: all validation nodes have one class, so that no epoch is better than another; make a split with all classes, or set select.metric=accuracy"
              .formatted(settings.get(Keys.SELECT_METRIC)));
    }
  }

  private void requireSampling(SampledPlan sampled) {
    sampled.sampling().wholeGraphUse().ifPresent(why -> refuse(true, why));
    refuse(
        sampled.placement().isPresent(),
        "placement=%s reads the whole graph to find the rows that are read often: take owner"
            .formatted(settings.text(Keys.PLACEMENT.key())));
    refuse(
        settings.get(Keys.TASK).equals("link") && sampled.shuffle() == Shuffle.GLOBAL,
        "shuffle=global: every worker has its own links alone; take local");
    refuse(
        settings.get(Keys.TASK).equals("link") && sampled.sampling().ordersSeeds(),
        "sampler=%s with task=link: its steps are made of nodes, seeds are links; take uniform"
            .formatted(settings.text(Keys.SAMPLER.key())));
  }

  private static void refuse(boolean condition, String why) {
    if (condition) {
      throw new SettingsException(why);
    }
  }
}
