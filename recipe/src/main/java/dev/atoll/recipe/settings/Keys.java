package dev.atoll.recipe.settings;

import dev.atoll.graph.partition.BalanceConstraint;
import dev.atoll.graph.partition.PartitionGoal.Effort;
import dev.atoll.graph.partition.PartitionGoal.Objective;
import dev.atoll.graph.partition.Partitioner;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType;
import dev.atoll.graph.policy.KeyType.Choice;
import dev.atoll.graph.policy.KeyType.Constant;
import dev.atoll.graph.policy.KeyType.Decimal;
import dev.atoll.graph.policy.KeyType.Flag;
import dev.atoll.graph.policy.KeyType.Text;
import dev.atoll.graph.policy.KeyType.Whole;
import dev.atoll.graph.policy.KeyType.Wholes;
import dev.atoll.graph.policy.Slot;
import dev.atoll.tensor.cpu.CpuOptions.GemmLibrary;
import dev.atoll.tensor.cpu.CpuOptions.KernelSet;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.gradient.Sync;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.model.Decoder;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.model.SageLayer.Aggregator;
import dev.atoll.train.placement.PlacementPolicy;
import dev.atoll.train.plan.LinkSpec;
import dev.atoll.train.plan.OptimizerSpec;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.columns.ColumnPolicy;
import dev.atoll.train.store.FeatureScaling;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Every setting of a run, in the order in which they are listed. The only place where they are. */
public final class Keys {
  private static final List<Key<?>> ALL = new ArrayList<>();

  public static final Key<String> DATA =
      key(
          "data",
          new Text("a dataset's name or folder"),
          "cora",
          "the dataset: a name or a folder");
  public static final Key<String> RECIPE =
      key(
          "recipe",
          new Choice(SettingsLibrary.RECIPES.names()),
          "single",
          "the combination of strategies");
  public static final Key<String> PRESET =
      key(
          "preset",
          new Choice(SettingsLibrary.PRESETS.namesAfter("auto", "none")),
          "auto",
          "settings known to work for a dataset and model; auto takes the one that matches");
  public static final Key<String> SPLIT =
      key(
          "split",
          new Text("the name of one of the dataset's splits"),
          "split",
          "which of the dataset's splits, such as split_60_20_20 or splits:3");
  public static final Key<String> TASK =
      key(
          "task",
          Choice.of("node", "link", "edge", "unsupervised"),
          "node",
          "what is learned: classes of nodes, links, kinds of links, or rows without labels");
  public static final Key<Double> LINK_VALIDATION =
      key(
          "link.validation",
          new Decimal(0, 1),
          0.05,
          "share of the edges that validate, where the dataset has not split them (link)");
  public static final Key<Double> LINK_TEST =
      key("link.test", new Decimal(0, 1), 0.1, "share of the edges that test, likewise (link)");
  public static final Key<Decoder.Kind> LINK_DECODER =
      key(
          "link.decoder",
          new Constant<>(Decoder.Kind.class),
          Decoder.Kind.DOT,
          "how two rows become a score; distmult and complex know relations");
  public static final Key<Double> LINK_TEMPERATURE =
      key("link.temperature", new Decimal(0, 1000), 0.2, "what cosines are divided by (cosine)");
  public static final Key<LinkSpec.Source> LINK_NEGATIVES =
      key(
          "link.negatives",
          new Constant<>(LinkSpec.Source.class),
          LinkSpec.Source.UNIFORM,
          "where pairs that are no links come from");
  public static final Key<Long> LINK_NEGATIVES_COUNT =
      key(
          "link.negatives.count",
          new Whole(1, 1 << 24),
          1L,
          "negatives of each link; with softmax those that all links of a step share");
  public static final Key<LinkSpec.Loss> LINK_LOSS =
      key(
          "link.loss",
          new Constant<>(LinkSpec.Loss.class),
          LinkSpec.Loss.BCE,
          "what is made small: binary cross entropy, links before negatives, or a softmax");
  public static final Key<Boolean> LINK_HIDE =
      key(
          "link.hide",
          new Flag(),
          true,
          "whether messages of a step may not travel on the links it asks about (link)");
  public static final Key<LinkSpec.Metric> LINK_METRIC =
      key(
          "link.metric",
          new Constant<>(LinkSpec.Metric.class),
          LinkSpec.Metric.AUTO,
          "what counts; auto takes what the dataset says, auc where it says nothing (link)");
  public static final Key<List<Integer>> LINK_HITS =
      key(
          "link.hits",
          new Wholes(1, Integer.MAX_VALUE),
          List.of(1, 3, 10),
          "places for which the share of links ranked there or better is told (link)");
  public static final Key<Long> LINK_CANDIDATES =
      key(
          "link.candidates",
          new Whole(0, Integer.MAX_VALUE),
          0L,
          "tails that a link is ranked among (0 = all) (link)");
  public static final Key<Long> WALK_LENGTH =
      key("walk.length", new Whole(1, 1000), 3L, "steps of a random walk (unsupervised)");

  public static final Key<ModelSpec.Kind> MODEL =
      key("model", new Constant<>(ModelSpec.Kind.class), ModelSpec.Kind.SAGE, "which layers");
  public static final Key<Long> LAYERS =
      key("model.layers", new Whole(1, 64), 2L, "layers of the model");
  public static final Key<Long> HIDDEN =
      key("model.hidden", new Whole(1, 1 << 16), 128L, "width of the hidden layers");
  public static final Key<Long> HEADS =
      key("model.heads", new Whole(1, 64), 4L, "attention heads of the hidden layers (gat)");
  public static final Key<Long> OUTPUT_HEADS =
      key("model.outputHeads", new Whole(1, 64), 1L, "attention heads of the last layer (gat)");
  public static final Key<Aggregator> AGGREGATOR =
      key(
          "model.aggregator",
          new Constant<>(Aggregator.class),
          Aggregator.MEAN,
          "how neighbours are combined (sage)");
  public static final Key<Double> DROPOUT =
      key("model.dropout", new Decimal(0, 0.99), 0.5, "dropout after each hidden layer");
  public static final Key<Double> INPUT_DROPOUT =
      key("model.inputDropout", new Decimal(0, 0.99), 0.0, "dropout on the features");
  public static final Key<Double> ATTENTION_DROPOUT =
      key("model.attentionDropout", new Decimal(0, 0.99), 0.0, "dropout on the attention (gat)");
  public static final Key<String> NORM =
      key("model.norm", Choice.of("none", "layer"), "none", "normalisation of the hidden layers");
  public static final Key<Boolean> LINEAR_INPUT =
      key("model.linearInput", new Flag(), false, "a linear layer before the first");
  public static final Key<Boolean> LINEAR_OUTPUT =
      key("model.linearOutput", new Flag(), false, "a linear layer after the last");
  public static final Key<Boolean> RESIDUAL =
      key("model.residual", new Flag(), false, "adds each layer's input to its output");

  public static final Key<Long> EPOCHS =
      key("epochs", new Whole(1, 1_000_000), 200L, "how often the training nodes are seen");
  public static final Key<Long> SEED =
      key("seed", new Whole(0, Long.MAX_VALUE), 0L, "fixes every random choice of the run");
  public static final Key<OptimizerSpec.Kind> OPTIMIZER =
      key(
          "optimizer",
          new Constant<>(OptimizerSpec.Kind.class),
          OptimizerSpec.Kind.ADAM,
          "how weights follow gradients");
  public static final Key<Double> LEARNING_RATE =
      key("lr", new Decimal(0, 100), 0.01, "learning rate");
  public static final Key<Double> WEIGHT_DECAY =
      key("weightDecay", new Decimal(0, 100), 0.0, "pull of the weights towards zero");
  public static final Key<Long> EARLY_STOP =
      key(
          "earlyStop",
          new Whole(0, 1_000_000),
          0L,
          "epochs without a better validation score before the run ends (0 = never)");
  public static final Key<Long> EVALUATE_EVERY =
      key("evaluate.every", new Whole(1, 1_000_000), 1L, "epochs from one validation to the next");

  public static final Key<String> MODE =
      key(
          "mode",
          Choice.of("full", "sampled"),
          "full",
          "the whole graph in every step, or mini-batches of sampled neighbourhoods");
  public static final Key<Long> BATCH =
      key("batch", new Whole(1, Integer.MAX_VALUE), 1024L, "seeds per worker and step (sampled)");
  public static final Key<List<Integer>> FANOUTS =
      key(
          "fanouts",
          new Wholes(-1, Integer.MAX_VALUE),
          List.of(15, 10, 5),
          "neighbours per layer, the output layer first, -1 for all; as many as there are layers"
              + " are used (sampled)");
  public static final Slot<Sampling> SAMPLER =
      slot(
          Sampling.class,
          "sampler",
          "uniform",
          "how a batch is drawn: neighbours of each node in one pass, or in the usual three (the"
              + " same batches); nodes for whole layers; clusters of the graph (sampled)");
  public static final Slot<ColumnPolicy> COLUMNS =
      slot(
          ColumnPolicy.class,
          "columns",
          "all",
          "which columns of other workers' rows are pulled: all, a random share anew in every step,"
              + " those that explanations find important, or a share drawn by importance"
              + " (sampled)");
  public static final Slot<PlacementPolicy> PLACEMENT =
      slot(
          PlacementPolicy.class,
          "placement",
          "owner",
          "which feature rows a worker keeps near: none but its own, those it will most probably"
              + " read, or what others would keep (sampled)");
  public static final Key<Shuffle> SHUFFLE =
      key(
          "shuffle",
          new Constant<>(Shuffle.class),
          Shuffle.LOCAL,
          "whether a worker trains on the seeds near its part, or on any (sampled)");
  public static final Key<String> SCHEDULE =
      key(
          "schedule",
          Choice.of("prefetch", "sequential", "two-level"),
          "prefetch",
          "when batches are made: some ahead, each when needed, or by CPU use (sampled)");
  public static final Key<Long> SCHEDULE_DEPTH =
      key("schedule.depth", new Whole(1, 64), 2L, "batches made ahead (prefetch)");
  public static final Key<Double> SCHEDULE_THRESHOLD =
      key(
          "schedule.threshold",
          new Decimal(0, 1e9),
          100.0,
          "the score at which a batch is launched (two-level)");
  public static final Key<Long> SCHEDULE_MOST =
      key(
          "schedule.most",
          new Whole(2, 1024),
          16L,
          "batches launched and not yet computed, at most (two-level)");
  public static final Key<Boolean> INDUCTIVE =
      key(
          "inductive",
          new Flag(),
          false,
          "whether training sees links between training nodes alone (full); scores see all");
  public static final Key<String> EXCHANGE_ROWS =
      key(
          "exchange.rows",
          Choice.of("halo", "all", "sampled-nodes", "sampled-edges", "drop-edges"),
          "halo",
          "which rows workers send each other (full): those that are read, all, or a sample");
  public static final Key<Double> EXCHANGE_RATE =
      key(
          "exchange.rate",
          new Decimal(0, 1),
          0.1,
          "the share of halo nodes that an epoch works with, or as many links (sampled, drop)");
  public static final Key<String> EXCHANGE_REFRESH =
      key(
          "exchange.refresh",
          Choice.of(
              "always",
              "epoch-fixed",
              "epoch-adaptive",
              "variation-gap",
              "peer-gap",
              "skip-gradient"),
          "always",
          "when rows are sent anew (full); until then peers work with the last ones");
  public static final Key<Double> EXCHANGE_BOUND =
      key(
          "exchange.bound",
          new Decimal(0, 1_000_000),
          1.0,
          "how stale rows may get: epochs, or the share by which they move (the gaps)");
  public static final Key<Boolean> EXCHANGE_OVERLAP =
      key(
          "exchange.overlap",
          new Flag(),
          true,
          "whether rows that are here are summed up while others are on the way (full)");
  public static final Key<Long> EXCHANGE_CACHE =
      key(
          "exchange.cacheMiB",
          new Whole(0, 1_000_000_000),
          0L,
          "the most that rows kept from other workers may take on a worker; 0 for any (full)");
  public static final Key<Double> CLIP =
      key(
          "clip",
          new Decimal(0, 1e9),
          0.0,
          "largest norm of the gradients a worker sends, times √workers (0 = any)");
  public static final Key<Sync> SYNC =
      key(
          "sync",
          new Constant<>(Sync.class),
          Sync.ALL_REDUCE,
          "how gradients become one: summed by all, or by each parameter's server");
  public static final Key<RowCodec> CODEC =
      key(
          "exchange.codec",
          new Constant<>(RowCodec.class),
          RowCodec.FP32,
          "the form in which rows travel between workers");
  public static final Key<String> EMBEDDINGS =
      key(
          "embeddings",
          Choice.of("none", "sparse"),
          "none",
          "whether every node learns a row of numbers beside its features (sampled)");
  public static final Key<Long> EMBEDDINGS_WIDTH =
      key("embeddings.width", new Whole(1, 1 << 16), 64L, "cells of a learnable row");
  public static final Key<EmbeddingSpec.Update> EMBEDDINGS_UPDATE =
      key(
          "embeddings.update",
          new Constant<>(EmbeddingSpec.Update.class),
          EmbeddingSpec.Update.ORDERED,
          "gradients of rows applied once a step in a fixed order, or at once as they arrive");
  public static final Key<EmbeddingSpec.Rule> EMBEDDINGS_OPTIMIZER =
      key(
          "embeddings.optimizer",
          new Constant<>(EmbeddingSpec.Rule.class),
          EmbeddingSpec.Rule.ADAGRAD,
          "how learnable rows follow their gradients");
  public static final Key<Double> EMBEDDINGS_RATE =
      key("embeddings.lr", new Decimal(0, 100), 0.0, "learning rate of learnable rows (0 = as lr)");
  public static final Key<Double> EMBEDDINGS_DECAY =
      key("embeddings.decay", new Decimal(0, 100), 0.0, "pull of learnable rows towards zero");
  public static final Key<FeatureScaling> NORMALIZE =
      key(
          "features.normalize",
          new Constant<>(FeatureScaling.class),
          FeatureScaling.NONE,
          "rows that sum to one, or columns of mean 0 and variance 1");

  public static final Slot<Partitioner> PARTITIONER =
      slot(Partitioner.class, "partitioner", "multilevel", "partitioner of the graph");
  public static final Key<Objective> PARTITION_OBJECTIVE =
      key(
          "partition.objective",
          new Constant<>(Objective.class),
          Objective.CUT,
          "what is small: edges between parts, or copies of nodes in other parts");
  public static final Key<List<BalanceShare>> PARTITION_BALANCE =
      key(
          "partition.balance",
          new BalanceType(BalanceConstraint.NAMES),
          BalanceConstraint.NAMES.stream().map(BalanceShare::of).toList(),
          "what every part holds an equal share of; all five means those the dataset has");
  public static final Key<Double> PARTITION_TOLERANCE =
      key(
          "partition.tolerance",
          new Decimal(0, 1000),
          BalanceConstraint.DEFAULT_TOLERANCE,
          "how far above the mean a part may go");
  public static final Key<Effort> PARTITION_EFFORT =
      key(
          "partition.effort",
          new Constant<>(Effort.class),
          Effort.DEFAULT,
          "how long to look for better parts (multilevel)");
  public static final Key<Topology> TOPOLOGY =
      key(
          "topology",
          new Constant<>(Topology.class),
          Topology.PARTITIONED,
          "edges of its own nodes on every worker, or all of them");

  public static final Key<Boolean> REORDER =
      key("reorder", new Flag(), true, "rows laid out so that neighbours are near each other");

  public static final Key<Long> WORKERS =
      key("workers", new Whole(1, 1024), 1L, "workers that share the graph");
  public static final Key<String> SHARDS =
      key(
          "shards",
          new Text("a folder of shards, or none"),
          "none",
          "shards that were cut before with atoll partition; none cuts them for the run");
  public static final Key<String> ENGINE =
      key("engine", Choice.of("threads", "processes", "spark"), "threads", "what a worker is");
  public static final Key<String> MASTER =
      key(
          "spark.master",
          new Text("the address of a Spark cluster"),
          "local[*]",
          "the cluster whose tasks are the workers (spark)");
  public static final Key<Double> NETWORK_GBPS =
      key(
          "network.gbps",
          new Decimal(0, 1e6),
          0.0,
          "gigabits per second of an emulated network between workers (0 = no limit)");
  public static final Key<Double> NETWORK_LATENCY =
      key(
          "network.latencyMicros",
          new Decimal(0, 1e7),
          0.0,
          "microseconds that a message takes in the emulated network");
  public static final Key<String> DEVICE =
      key("device", Choice.of("cpu", "cuda"), "cpu", "where numbers are computed");
  public static final Key<Boolean> TENSOR_FLOATS =
      key(
          "device.tf32",
          new Flag(),
          false,
          "cuda: whether dense products may round their inputs to TF32, several times faster");
  public static final Key<Boolean> TLS =
      key("network.tls", new Flag(), false, "whether processes encrypt what they send each other");
  public static final Key<Long> DEADLINE =
      key(
          "deadline",
          new Whole(1, 86_400),
          60L,
          "seconds that workers wait for each other before they give up");
  public static final Key<Long> CHECKPOINT_EVERY =
      key(
          "checkpoint.every",
          new Whole(0, Integer.MAX_VALUE),
          0L,
          "steps from one checkpoint to the next (0 = at the end of epochs)");
  public static final Key<Boolean> TIMELINE =
      key(
          "timeline",
          new Flag(),
          false,
          "whether timeline.json in the run folder shows what every thread did, for Perfetto");
  public static final Key<Long> THREADS =
      key("threads", new Whole(0, 1024), 0L, "threads per worker (0 = all cores / workers)");
  public static final Key<KernelSet> KERNELS =
      key(
          "kernels",
          new Constant<>(KernelSet.class),
          KernelSet.AUTO,
          "which kernels compute; auto takes the fastest there are");

  public static final Key<GemmLibrary> GEMM =
      key(
          "gemm",
          new Constant<>(GemmLibrary.class),
          GemmLibrary.AUTO,
          "what multiplies dense matrices; auto takes the fastest there is");

  private Keys() {}

  public static List<Key<?>> all() {
    return Collections.unmodifiableList(ALL);
  }

  public static List<String> names() {
    return ALL.stream().<String>map(Key::name).toList();
  }

  public static Optional<Key<?>> named(String name) {
    return all().stream().<Key<?>>map(key -> key).filter(key -> key.name().equals(name)).findAny();
  }

  /** A setting that names a policy, followed by the settings of its policies. */
  static <T> Slot<T> slot(Class<T> type, String name, String fallback, String help) {
    Slot<T> slot = Slot.of(type, name, fallback, help);
    ALL.add(slot.key());
    slot.policyKeys().stream().filter(key -> !ALL.contains(key)).forEach(ALL::add);
    return slot;
  }

  private static <T> Key<T> key(String name, KeyType<T> type, T fallback, String help) {
    Key<T> key = new Key<>(name, type, fallback, help);
    ALL.add(key);
    return key;
  }
}
