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
import dev.atoll.graph.policy.registry.Policies;
import dev.atoll.graph.policy.registry.Slot;
import dev.atoll.tensor.cpu.CpuOptions.GemmLibrary;
import dev.atoll.tensor.cpu.CpuOptions.KernelSet;
import dev.atoll.train.batch.sampled.SeedSchedule.Shuffle;
import dev.atoll.train.gradient.Sync;
import dev.atoll.train.halo.BoundarySampler;
import dev.atoll.train.halo.RefreshRule;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.halo.plan.Clip;
import dev.atoll.train.halo.plan.ExchangePlan.Content;
import dev.atoll.train.halo.plan.ExchangePlan.Route;
import dev.atoll.train.model.LayerKind;
import dev.atoll.train.placement.PlacementPolicy;
import dev.atoll.train.plan.ClassWeights;
import dev.atoll.train.plan.DevicePlan;
import dev.atoll.train.plan.DevicePlan.Device;
import dev.atoll.train.plan.OptimizerSpec;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.columns.ColumnPolicy;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.store.FeatureScaling;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Every setting of a run in the order of listings; policies add their own. */
public final class Keys {
  private static final List<Key<?>> ALL = new ArrayList<>();

  /** A sentence for each setting that was left out, as another has its name. */
  private static final List<String> PROBLEMS = new ArrayList<>();

  public static final Key<String> DATA =
      key(
          "data",
          new Text("a dataset's name or folder"),
          "cora",
          "the dataset: a name or a folder");
  public static final Key<String> RECIPE =
      key(
          "recipe",
          new SettingName(SettingsLibrary.RECIPES.names()),
          "single",
          "named combination of strategies");
  public static final Key<String> PRESET =
      key(
          "preset",
          new SettingName(SettingsLibrary.PRESETS.namesAfter("auto", "none")),
          "auto",
          "settings known to work for a dataset and model; auto takes the one that matches");
  public static final Key<String> SPLIT =
      key(
          "split",
          new SplitType(),
          "split",
          "split of the dataset, such as split_60_20_20 or splits:3; or one made for the run by its"
              + " seed: random:60/20/20, stratified:60/20/20");
  public static final Key<String> TASK =
      key(
          "task",
          Choice.of("node", "link", "edge", "unsupervised"),
          "node",
          "task: node classification, link prediction, edge classification, or unsupervised"
              + " embeddings");

  static {
    LinkKeys.ALL.forEach(Keys::add);
  }

  public static final Slot<LayerKind> MODEL =
      slotAlone(LayerKind.class, "model", "sage", "model architecture");
  public static final Key<Long> LAYERS =
      key("model.layers", new Whole(1, 64), 2L, "number of layers");
  public static final Key<Long> HIDDEN =
      key("model.hidden", new Whole(1, 1 << 16), 128L, "width of the hidden layers");

  static {
    addPolicyKeys(MODEL, name -> !name.endsWith("Dropout"));
  }

  public static final Key<Double> DROPOUT =
      key("model.dropout", new Decimal(0, 0.99), 0.5, "dropout after each hidden layer");
  public static final Key<Double> INPUT_DROPOUT =
      key("model.inputDropout", new Decimal(0, 0.99), 0.0, "dropout on the features");

  static {
    addPolicyKeys(MODEL, _ -> true); // every kind of dropout stands beside the others
  }

  public static final Key<String> NORM =
      key("model.norm", Choice.of("none", "layer"), "none", "normalisation of the hidden layers");
  public static final Key<Boolean> LINEAR_INPUT =
      key("model.linearInput", new Flag(), false, "a linear layer before the first");
  public static final Key<Boolean> LINEAR_OUTPUT =
      key("model.linearOutput", new Flag(), false, "a linear layer after the last");
  public static final Key<Boolean> RESIDUAL =
      key("model.residual", new Flag(), false, "adds each layer's input to its output");

  public static final Key<Long> EPOCHS =
      key(
          "epochs",
          new Whole(1, 1_000_000),
          200L,
          "number of epochs; without one a run may stop early (earlyStop)");
  public static final Key<Long> SEED =
      key("seed", new Whole(0, Long.MAX_VALUE), 0L, "random seed of the run");
  public static final Key<OptimizerSpec.Kind> OPTIMIZER =
      key(
          "optimizer",
          new Constant<>(OptimizerSpec.Kind.class),
          OptimizerSpec.Kind.ADAM,
          "optimizer");
  public static final Key<Double> LEARNING_RATE =
      key("lr", new Decimal(0, 100), 0.01, "learning rate");
  public static final Key<Double> WEIGHT_DECAY =
      key("weightDecay", new Decimal(0, 100), 0.0, "weight decay (L2)");
  public static final Key<Long> EARLY_STOP =
      key(
          "earlyStop",
          new Whole(0, 1_000_000),
          50L,
          "early stopping: evaluations without a better validation score after which training ends"
              + " (0 = never; 0 unless given where epochs is given)");
  public static final Key<ClassWeights> CLASS_WEIGHTS =
      key(
          "loss.classWeights",
          new ClassWeightsType(),
          ClassWeights.NONE,
          "weight of each class in the loss: none, balanced (all classes count the same), or"
              + " w1,w2,… by class number");
  public static final Key<Double> FOCAL =
      key(
          "loss.focal",
          new Decimal(0, 10),
          0.0,
          "focal loss: exponent gamma of 1 - p, which lowers the weight of nodes that are"
              + " classified well (0 = plain cross entropy)");
  public static final Key<String> SELECT_METRIC =
      key(
          "select.metric",
          Choice.of("auto", "accuracy", "auc", "averagePrecision", "f1Macro", "mrr", "recall"),
          "auto",
          "validation score by which the best epoch is chosen: auto is the dataset's own, else"
              + " accuracy, or auc of links; averagePrecision is that of the rarer of two classes,"
              + " or the mean over several; links have auc, mrr and recall");
  public static final Key<String> DECISION =
      key(
          "decision",
          Choice.of("likeliest", "f1"),
          "likeliest",
          "class that is predicted: the likeliest, or of two classes the rarer one from the"
              + " probability on that has the best F1 on validation nodes");
  public static final Key<Long> EVALUATE_EVERY =
      key("evaluate.every", new Whole(1, 1_000_000), 1L, "epochs between evaluations");

  public static final Key<String> MODE =
      key(
          "mode",
          Choice.of("full", "sampled"),
          "full",
          "training on the full graph, or on mini-batches of sampled neighbourhoods");
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
          "sampler of batches: neighbours of each node in one fused pass, or in three passes (the"
              + " same batches); nodes for whole layers; clusters of the graph (sampled)");
  public static final Slot<ColumnPolicy> COLUMNS =
      slot(
          ColumnPolicy.class,
          "columns",
          "all",
          "columns of remote feature rows that are pulled: all, a random share, new in every step"
              + " or fixed, the most important ones, or a share drawn by importance (sampled)");
  public static final Slot<PlacementPolicy> PLACEMENT =
      slot(
          PlacementPolicy.class,
          "placement",
          "owner",
          "remote feature rows that a worker caches: none, those with the highest access"
              + " probability, or the choice of a baseline (sampled)");
  public static final Key<Shuffle> SHUFFLE =
      key(
          "shuffle",
          new Constant<>(Shuffle.class),
          Shuffle.LOCAL,
          "seeds of a worker: only nodes of its own part, or any (sampled)");
  public static final Slot<Schedule> SCHEDULE =
      slot(
          Schedule.class,
          "schedule",
          "prefetch",
          "schedule of batches: some prefetched, each when needed, or by CPU use (sampled)");
  public static final Key<Boolean> INDUCTIVE =
      key(
          "inductive",
          new Flag(),
          false,
          "whether training uses only edges between training nodes (full); evaluation uses all");
  public static final Slot<BoundarySampler> EXCHANGE_ROWS =
      slot(
          BoundarySampler.class,
          "exchange.rows",
          "halo",
          "rows that workers exchange (full): the rows that are read, all rows, or a sample");
  public static final Slot<RefreshRule> EXCHANGE_REFRESH =
      slot(
          RefreshRule.class,
          "exchange.refresh",
          "always",
          "rule for the workers that send in an epoch (full); embeddings of the others are stale");
  public static final Key<Long> EXCHANGE_CACHE =
      key(
          "exchange.cacheMiB",
          new Whole(0, 1_000_000_000),
          0L,
          "largest memory of stale rows on a worker, in MiB; 0 for no limit (full)");
  public static final Key<Route> EXCHANGE_ROUTE =
      key(
          "exchange.route",
          new Constant<>(Route.class),
          Route.DIRECT,
          "the way of whole blocks to all workers: from their owner to each, or along a ring"
              + " (full)");
  public static final Key<Content> EXCHANGE_CONTENT =
      key(
          "exchange.content",
          new Constant<>(Content.class),
          Content.NARROWEST,
          "the row sent for a node: its embedding, or after dropout the narrower of that and its"
              + " product with the weights (full)");
  public static final Key<Clip> CLIP =
      key(
          "clip",
          new ClipType(),
          Clip.NONE,
          "clips the norm of the model's gradient, summed over all workers (0 = no clipping);"
              + " exchange:1 clips those that each worker sends in a layer at √workers·1 (full)");
  public static final Slot<Sync> SYNC =
      slot(
          Sync.class,
          "sync",
          "all-reduce",
          "gradient synchronisation: all-reduce, or a sharded parameter server");
  public static final Slot<RowCodec> CODEC =
      slot(
          RowCodec.class,
          "exchange.codec",
          "fp32",
          "the number format in which rows travel between workers");
  public static final Key<String> EMBEDDINGS =
      key(
          "embeddings",
          Choice.of("none", "sparse"),
          "none",
          "learnable node embeddings besides the features (sampled)");
  public static final Key<Long> EMBEDDINGS_WIDTH =
      key("embeddings.width", new Whole(1, 1 << 16), 64L, "width of the learnable embeddings");
  public static final Key<EmbeddingSpec.Update> EMBEDDINGS_UPDATE =
      key(
          "embeddings.update",
          new Constant<>(EmbeddingSpec.Update.class),
          EmbeddingSpec.Update.ORDERED,
          "updates of embeddings: once a step in a fixed order, or asynchronously on arrival");
  public static final Key<EmbeddingSpec.Rule> EMBEDDINGS_OPTIMIZER =
      key(
          "embeddings.optimizer",
          new Constant<>(EmbeddingSpec.Rule.class),
          EmbeddingSpec.Rule.ADAGRAD,
          "optimizer of the embeddings");
  public static final Key<Double> EMBEDDINGS_RATE =
      key("embeddings.lr", new Decimal(0, 100), 0.0, "learning rate of the embeddings (0 = as lr)");
  public static final Key<Double> EMBEDDINGS_DECAY =
      key("embeddings.decay", new Decimal(0, 100), 0.0, "weight decay of the embeddings (L2)");
  public static final Key<FeatureScaling> NORMALIZE =
      key(
          "features.normalize",
          new Constant<>(FeatureScaling.class),
          FeatureScaling.NONE,
          "scaling of features: rows that sum to 1, or columns of mean 0 and variance 1");

  public static final Slot<Partitioner> PARTITIONER =
      slot(Partitioner.class, "partitioner", "multilevel", "partitioner of the graph");
  public static final Key<Objective> PARTITION_OBJECTIVE =
      key(
          "partition.objective",
          new Constant<>(Objective.class),
          Objective.CUT,
          "objective to minimise: edges between parts, or copies of nodes in other parts");
  public static final Key<List<BalanceShare>> PARTITION_BALANCE =
      key(
          "partition.balance",
          new BalanceType(BalanceConstraint.NAMES),
          BalanceConstraint.NAMES.stream().map(BalanceShare::of).toList(),
          "quantities balanced over the parts; all five means those the dataset has");
  public static final Key<Double> PARTITION_TOLERANCE =
      key(
          "partition.tolerance",
          new Decimal(0, 1000),
          BalanceConstraint.DEFAULT_TOLERANCE,
          "largest relative excess of a part over the mean");
  public static final Key<Effort> PARTITION_EFFORT =
      key(
          "partition.effort",
          new Constant<>(Effort.class),
          Effort.DEFAULT,
          "effort of the search for a better partition (multilevel)");
  public static final Key<String> PARTITION_GRAPH =
      key(
          "partition.graph",
          Choice.of("whole", "training"),
          "whole",
          "the graph that is partitioned: all of it, or the edges between training nodes"
              + " (inductive)");
  public static final Key<Topology> TOPOLOGY =
      key(
          "topology",
          new Constant<>(Topology.class),
          Topology.PARTITIONED,
          "edges that a worker stores: those of its own nodes, or all");

  public static final Key<Long> WORKERS =
      key("workers", new Whole(1, 1024), 1L, "number of workers");
  public static final Key<String> SHARDS =
      key(
          "shards",
          new Text("a folder of shards, or none"),
          "none",
          "shards made with atoll partition; none partitions the graph for the run");

  static {
    HostKeys.ALL.forEach(Keys::add);
  }

  public static final Key<String> ENGINE =
      key(
          "engine",
          Choice.of("threads", "processes", "spark"),
          "threads",
          "where workers run: threads, processes, Spark tasks");
  public static final Key<String> MASTER =
      key(
          "spark.master",
          new Text("the address of a Spark cluster"),
          "local[*]",
          "address of the Spark cluster (spark)");
  public static final Key<Double> NETWORK_GBPS =
      key(
          "network.gbps",
          new Decimal(0, 1e6),
          0.0,
          "bandwidth of an emulated network between workers, in Gbit/s (0 = no limit)");
  public static final Key<Double> NETWORK_LATENCY =
      key(
          "network.latencyMicros",
          new Decimal(0, 1e7),
          0.0,
          "latency of the emulated network, in microseconds");
  public static final Key<String> DEVICE =
      key("device", Choice.of("cpu", "cuda"), "cpu", "device that computes");
  public static final Key<Precision> PRECISION =
      key(
          "precision",
          new Constant<>(Precision.class),
          Precision.FP32,
          "number format: fp32, tf32 (dense products of a GPU), bf16 (activations and gathered"
              + " rows); weights and sums are fp32 in each");
  public static final Key<Device> SAMPLE_DEVICE =
      key(
          "sample.device",
          new Constant<>(Device.class),
          Device.AUTO,
          "where neighbourhoods are drawn: cuda, host, or auto, on the GPU wherever it can (cuda)");
  public static final Key<String> DEVICE_ROWS =
      key(
          "device.rows",
          new Text("auto, a number of rows, or a share of the nodes such as 0.2n"),
          DevicePlan.AUTO_ROWS,
          "feature rows in the GPU's memory; it reads the others from the host's (cuda)");
  public static final Key<String> DEVICE_PINNED =
      key(
          "device.pinned",
          new Text("auto, a number of rows such as 0, or a share of the nodes such as 0.2n"),
          DevicePlan.AUTO_ROWS,
          "feature rows in pinned host memory, which the GPU reads by itself; the host copies the"
              + " rest (cuda)");
  public static final Key<Boolean> TLS =
      key("network.tls", new Flag(), false, "whether traffic between processes is encrypted");
  public static final Key<Long> DEADLINE =
      key(
          "deadline",
          new Whole(1, 86_400),
          60L,
          "seconds that workers wait for each other before the run fails");
  public static final Key<Long> HEARTBEAT =
      key(
          "heartbeat",
          new Whole(0, 86_400),
          10L,
          "seconds without a sign of life after which a worker process counts as hung (0 = wait for"
              + " the deadline)");
  public static final Key<String> WARM_START =
      key(
          "warmStart",
          new Text("the folder of a run, or none"),
          "none",
          "run whose weights training begins with; none draws them at random");
  public static final Key<Long> CHECKPOINT_EVERY =
      key(
          "checkpoint.every",
          new Whole(0, Integer.MAX_VALUE),
          0L,
          "steps between checkpoints (0 = one per epoch)");
  public static final Key<Boolean> CHECKPOINT_KEEP =
      key(
          "checkpoint.keep",
          new Flag(),
          true,
          "whether a finished run keeps its last checkpoint, so that --resume RUN --epochs N can"
              + " train it longer");
  public static final Key<Boolean> TIMELINE =
      key(
          "timeline",
          new Flag(),
          false,
          "whether the activity of every thread is recorded in timeline.json, for Perfetto");
  public static final Key<Long> THREADS =
      key("threads", new Whole(0, 1024), 0L, "threads per worker (0 = all cores / workers)");
  public static final Key<KernelSet> KERNELS =
      key(
          "kernels",
          new Constant<>(KernelSet.class),
          KernelSet.AUTO,
          "set of CPU kernels; auto takes the fastest, portable gives the same bits on every CPU");

  public static final Key<GemmLibrary> GEMM =
      key(
          "gemm",
          new Constant<>(GemmLibrary.class),
          GemmLibrary.AUTO,
          "library for dense products; auto takes the fastest");

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

  /**
   * Requires that policies and settings have names of their own.
   *
   * @throws IllegalStateException naming each policy and each setting that has a taken name
   */
  static void check() {
    Policies.check();
    if (!PROBLEMS.isEmpty()) {
      throw new IllegalStateException(String.join("\n", PROBLEMS));
    }
  }

  /** A setting that names a policy, followed by the settings of its policies. */
  static <T> Slot<T> slot(Class<T> type, String name, String fallback, String help) {
    Slot<T> slot = slotAlone(type, name, fallback, help);
    addPolicyKeys(slot, _ -> true);
    return slot;
  }

  private static <T> Slot<T> slotAlone(Class<T> type, String name, String fallback, String help) {
    Slot<T> slot = Slot.of(type, name, fallback, help);
    add(slot.key());
    return slot;
  }

  /** Adds those settings of a slot's policies that are not there yet. */
  private static void addPolicyKeys(Slot<?> slot, Predicate<String> names) {
    slot.policyKeys().stream()
        .filter(key -> names.test(key.name()) && !ALL.contains(key))
        .forEach(Keys::add);
  }

  private static <T> Key<T> key(String name, KeyType<T> type, T fallback, String help) {
    Key<T> key = new Key<>(name, type, fallback, help);
    add(key);
    return key;
  }

  /** Adds a setting; a failure here would end in one of class loading, so it is only noted. */
  private static void add(Key<?> key) {
    if (names().contains(key.name())) {
      PROBLEMS.add(
          "a policy declares the setting '%s' unlike another that has it: rename the setting"
              .formatted(key.name()));
    } else {
      ALL.add(key);
    }
  }
}
