package dev.atoll.recipe.compose;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Transport;
import dev.atoll.comm.emulate.EmulatedNetwork;
import dev.atoll.comm.emulate.NetworkSpeed;
import dev.atoll.comm.tcp.TcpSettings;
import dev.atoll.comm.tcp.Tls;
import dev.atoll.cuda.CudaBackend;
import dev.atoll.cuda.CudaException;
import dev.atoll.cuda.CudaOptions;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.wording.Choice;
import dev.atoll.recipe.settings.HostKeys;
import dev.atoll.recipe.settings.Keys;
import dev.atoll.recipe.settings.NamedSettings;
import dev.atoll.recipe.settings.Precision;
import dev.atoll.recipe.settings.Settings;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.tensor.cpu.CpuOptions;
import dev.atoll.tensor.cpu.SharedThreads;
import dev.atoll.train.cost.PartGroup;
import dev.atoll.train.model.ModelSpec;
import dev.atoll.train.placement.PlacementPlan;
import dev.atoll.train.plan.DataPlan;
import dev.atoll.train.plan.DevicePlan;
import dev.atoll.train.plan.EpochPlan;
import dev.atoll.train.plan.FullGraphPlan;
import dev.atoll.train.plan.OptimizerSpec;
import dev.atoll.train.plan.SampledPlan;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.store.embedding.EmbeddingSpec;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Builds the plan, the backend and the network of a run from its settings. */
public final class Composition {
  /** The bandwidth in Gbit/s of an emulated network that has only latency. */
  private static final double UNLIMITED_GBPS = 1e6;

  private static final float SGD_MOMENTUM = 0.9f;

  private Composition() {}

  /**
   * The plan of a training.
   *
   * @throws SettingsException when settings that are each allowed do not fit together
   */
  public static TrainingPlan plan(Settings settings) {
    try {
      cpu(settings); // options that exclude each other fail before anything starts
      var plan =
          new TrainingPlan(
              model(settings),
              optimizer(settings),
              new DataPlan(settings.get(Keys.NORMALIZE), true, settings.get(Keys.SPLIT)),
              new EpochPlan(
                  settings.integer(Keys.EPOCHS),
                  settings.integer(Keys.EARLY_STOP),
                  settings.integer(Keys.EVALUATE_EVERY)),
              settings.get(Keys.SEED),
              settings.get(Keys.MODE).equals("full") ? wholeGraph(settings) : sampled(settings),
              Objectives.objective(settings),
              Keys.SYNC.in(settings));
      plan.checkWorkers(settings.integer(Keys.WORKERS));
      return plan;
    } catch (SettingsException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new SettingsException(e.getMessage());
    }
  }

  private static FullGraphPlan wholeGraph(Settings settings) {
    if (embeddings(settings).isPresent()) {
      throw new SettingsException(
          "embeddings=sparse with mode=full: learnable rows are trained in mini-batches; take a"
              + " recipe of those, such as --recipe distdgl");
    }
    Samplers.refuseFullGraph(settings);
    return new FullGraphPlan(Exchanges.of(settings), settings.get(Keys.INDUCTIVE));
  }

  private static SampledPlan sampled(Settings settings) {
    if (settings.get(Keys.INDUCTIVE)) {
      throw new SettingsException(
          "inductive=true with mode=sampled: expected mode=full, where training can be kept to the"
              + " edges between training nodes");
    }
    Exchanges.of(settings); // invalid settings are refused even where they are not used
    if (settings.get(Keys.SAMPLE_DEVICE) == DevicePlan.Device.CUDA
        && !settings.get(Keys.DEVICE).equals("cuda")) {
      throw new SettingsException(
          "sample.device=cuda with device=%s: expected --device cuda, or sample.device=auto"
              .formatted(settings.get(Keys.DEVICE)));
    }
    return new SampledPlan(
        settings.integer(Keys.BATCH),
        fanouts(settings),
        Samplers.sampling(settings),
        settings.get(Keys.SHUFFLE),
        Keys.SCHEDULE.in(settings),
        embeddings(settings),
        new SampledPlan.Rows(
            Keys.CODEC.in(settings),
            Samplers.columns(settings),
            PlacementPlan.of(Keys.PLACEMENT.in(settings), settings)),
        new DevicePlan(
            settings.get(Keys.SAMPLE_DEVICE),
            settings.get(Keys.DEVICE_ROWS),
            settings.get(Keys.DEVICE_PINNED)));
  }

  private static Optional<EmbeddingSpec> embeddings(Settings settings) {
    if (settings.get(Keys.EMBEDDINGS).equals("none")) {
      return Optional.empty();
    }
    float rate = settings.number(Keys.EMBEDDINGS_RATE);
    return Optional.of(
        new EmbeddingSpec(
            settings.integer(Keys.EMBEDDINGS_WIDTH),
            settings.get(Keys.EMBEDDINGS_UPDATE),
            settings.get(Keys.EMBEDDINGS_OPTIMIZER),
            rate == 0 ? settings.number(Keys.LEARNING_RATE) : rate,
            settings.number(Keys.EMBEDDINGS_DECAY)));
  }

  /** The fanouts of the model's layers; surplus ones, meant for deeper models, are ignored. */
  private static Fanouts fanouts(Settings settings) {
    if (!Keys.MODEL.in(settings).readsNeighbors()) {
      return new Fanouts(Collections.nCopies(settings.integer(Keys.LAYERS), 0));
    }
    List<Integer> given = settings.get(Keys.FANOUTS);
    return new Fanouts(given.subList(0, Math.min(given.size(), settings.integer(Keys.LAYERS))));
  }

  /**
   * Whether workers share the graph as shards; a single worker uses them only if they are given.
   */
  public static boolean needsShards(Settings settings) {
    boolean sampled = settings.get(Keys.MODE).equals("sampled");
    boolean several = settings.integer(Keys.WORKERS) > 1;
    Shards.parts(settings); // trainers that do not fit fail before anything starts
    if (Hosts.areGiven(settings)) {
      Hosts.of(settings);
    }
    if (several && !sampled) {
      requireFewWorkers(settings);
    }
    boolean given = !settings.get(Keys.SHARDS).equals(Keys.SHARDS.fallback());
    return several || (sampled && given);
  }

  /** Refuses more workers than the recipe for full graphs states as its maximum. */
  private static void requireFewWorkers(Settings settings) {
    int workers = settings.integer(Keys.WORKERS);
    NamedSettings recipe = settings.recipe();
    if (workers > recipe.mostWorkers().orElse(workers)) {
      throw new SettingsException(
          "workers=%d with recipe %s, which takes at most %d: --recipe vanilla gives the same result on several, distdgl trains in mini-batches"
              .formatted(workers, recipe.name(), recipe.mostWorkers().getAsInt()));
    }
  }

  /** How long workers wait for each other before they give up. */
  public static Limits limits(Settings settings) {
    return Limits.DEFAULT.withDeadline(Duration.ofSeconds(settings.get(Keys.DEADLINE)));
  }

  /** The TCP settings between processes of this machine. */
  public static TcpSettings tcp(Settings settings) {
    return tcp(settings, TcpSettings.LOCAL.host());
  }

  /**
   * The TCP settings between processes of several machines.
   *
   * @param host the address of this machine by which the others reach it
   */
  public static TcpSettings tcp(Settings settings, String host) {
    TcpSettings plain =
        TcpSettings.LOCAL
            .withAddress(host, 0)
            .withLimits(limits(settings))
            .withHeartbeat(Duration.ofSeconds(settings.get(Keys.HEARTBEAT)));
    return settings.get(Keys.TLS) ? plain.withTls(Tls.selfSigned()) : plain;
  }

  /** The transport itself, or one as slow as the emulated network. */
  public static Transport withNetwork(Transport transport, Settings settings) {
    double gbps = settings.get(Keys.NETWORK_GBPS);
    double latency = settings.get(Keys.NETWORK_LATENCY);
    if (gbps == 0 && latency == 0) {
      return transport;
    }
    double speed = gbps == 0 ? UNLIMITED_GBPS : gbps;
    var part = new PartGroup(transport.rank(), settings.integer(HostKeys.TRAINERS));
    return EmulatedNetwork.over(transport, new NetworkSpeed(speed, latency), part::has);
  }

  private static ModelSpec model(Settings settings) {
    return new ModelSpec(
        Keys.MODEL.in(settings),
        settings.integer(Keys.LAYERS),
        settings.integer(Keys.HIDDEN),
        settings.number(Keys.DROPOUT),
        settings.number(Keys.INPUT_DROPOUT),
        settings.get(Keys.NORM).equals("layer"),
        settings.get(Keys.RESIDUAL),
        settings.get(Keys.LINEAR_INPUT),
        settings.get(Keys.LINEAR_OUTPUT));
  }

  private static OptimizerSpec optimizer(Settings settings) {
    OptimizerSpec.Kind kind = settings.get(Keys.OPTIMIZER);
    return new OptimizerSpec(
        kind,
        settings.number(Keys.LEARNING_RATE),
        settings.number(Keys.WEIGHT_DECAY),
        kind == OptimizerSpec.Kind.SGD ? SGD_MOMENTUM : 0,
        (float) settings.get(Keys.CLIP).ofModel());
  }

  /** The device that computes. */
  public static Backend backend(Settings settings) {
    return backend(settings, new SharedThreads());
  }

  /**
   * The device that computes.
   *
   * @param threads of all workers of this process
   */
  public static Backend backend(Settings settings, SharedThreads threads) {
    return settings.get(Keys.DEVICE).equals("cuda")
        ? gpu(cuda(settings))
        : CpuBackend.open(cpu(settings), threads);
  }

  private static CudaOptions cuda(Settings settings) {
    Precision precision = Precision.of(settings);
    return CudaOptions.of(threads(settings))
        .withTensorFloats(precision == Precision.TF32)
        .withActivations(precision.activations());
  }

  private static CpuOptions cpu(Settings settings) {
    return new CpuOptions(
        threads(settings),
        settings.get(Keys.KERNELS),
        settings.get(Keys.GEMM),
        Precision.of(settings).activations());
  }

  /**
   * The GPU.
   *
   * @throws SettingsException where it, its driver or a library is not there
   */
  public static CudaBackend gpu(CudaOptions options) {
    try {
      return CudaBackend.open(options);
    } catch (CudaException e) {
      throw new SettingsException(
          "%s; %s computes without a GPU".formatted(e.getMessage(), Choice.DEVICE_CPU.text()));
    }
  }

  /** The memory of a backend's GPU, in bytes; 0 on the host. */
  public static long gpuMemoryBytes(Backend backend) {
    return backend instanceof CudaBackend gpu ? gpu.memoryBytes() : 0;
  }

  /** Threads of one worker. */
  public static int threads(Settings settings) {
    int wanted = settings.integer(Keys.THREADS);
    int workers = Hosts.in(settings).mostWorkers();
    return wanted > 0 ? wanted : Math.max(1, Runtime.getRuntime().availableProcessors() / workers);
  }
}
