package dev.atoll.bench.command;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.atoll.app.command.option.Output;
import dev.atoll.app.data.Datasets;
import dev.atoll.app.data.KnownGraphs;
import dev.atoll.app.screen.Screen;
import dev.atoll.bench.AllReduceSpeed;
import dev.atoll.bench.Benchmark;
import dev.atoll.bench.GatherBenchmark;
import dev.atoll.bench.GemmBenchmark;
import dev.atoll.bench.KernelComparison;
import dev.atoll.bench.SamplingComparison;
import dev.atoll.bench.SpmmBenchmark;
import dev.atoll.bench.TimedBackend;
import dev.atoll.bench.Timing;
import dev.atoll.cuda.CudaOptions;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.csr.GraphOperations;
import dev.atoll.graph.csr.Storage;
import dev.atoll.graph.generate.SyntheticGraph;
import dev.atoll.graph.order.LocalityOrder;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.wording.Suggestion;
import dev.atoll.recipe.compose.Composition;
import dev.atoll.recipe.log.Table;
import dev.atoll.recipe.log.Units;
import dev.atoll.recipe.settings.SettingsException;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.tensor.cpu.CpuOptions;
import dev.atoll.tensor.cpu.CpuOptions.GemmLibrary;
import dev.atoll.tensor.cpu.CpuOptions.KernelSet;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.foreign.Arena;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Times kernels on operands of real size. */
@Command(
    name = "bench",
    subcommands = {
      BenchPartitionCommand.class,
      BenchPlacementCommand.class,
      BenchStoreCommand.class,
      BenchPipelineCommand.class,
      BenchScaleCommand.class,
      BenchSparkCommand.class,
      BenchVarianceCommand.class,
      BenchLoadCommand.class
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Times kernels on operands of real size, on every set of kernels there is, and neighbour"
            + " samplers. CPU time per thread is the steady figure on a busy machine.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  atoll bench spmm                       sums of neighbours: 100,000 nodes, 5 M edges",
      "  atoll bench spmm --data ogbn-arxiv     on a graph of yours",
      "  atoll bench gemm --inner 200           X·W and its gradient",
      "  atoll bench gather --rows 1000000      random rows of a table",
      "  atoll bench sample --batch 10240       neighbourhoods of mini-batches",
      "  atoll bench sample --like anchor-small on a graph that other systems were measured on",
      "  atoll bench allreduce --ranks 4        sums over TCP, beside plain sockets",
      "  atoll bench partition --help           partitions of graphs, compared with METIS",
      "  atoll bench placement --help           placements of feature rows, and the reads they"
          + " save",
      "  atoll bench load --help                edges and rows of the busiest worker of a cut",
      "  atoll bench store --help               feature rows between workers, and plain copies",
      "  atoll bench pipeline --help            mini-batches by schedule, and where they wait",
      "  atoll bench scale --help               recipes on growing numbers of workers",
      "  atoll bench spark --help               the cost of workers on a Spark cluster"
    })
public final class BenchCommand implements Callable<Integer> {
  private static final String AUTO = "auto";
  private static final String CPU = "cpu";
  private static final String CUDA = "cuda";

  /** The benchmarks. */
  public enum Target {
    SPMM,
    GEMM,
    GATHER,
    SAMPLE,
    ALLREDUCE
  }

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "WHAT",
      description =
          "spmm, gemm, gather, sample or allreduce; or the command partition, with options of its"
              + " own")
  private Target what;

  @Option(
      names = "--data",
      paramLabel = "NAME|DIR",
      description = "spmm, sample: a dataset (products-even, a twenty-fifth of its size)")
  private String data;

  @Option(
      names = "--like",
      paramLabel = "NAME",
      description =
          "spmm, sample: a synthetic graph: products, reddit, papers, arxiv, products-even,"
              + " reddit-even, papers-even, anchor-small, anchor-products, anchor-papers")
  private String like;

  @Option(
      names = "--scale",
      paramLabel = "X",
      defaultValue = "0.04",
      description = "--like: factor on the nodes of the original, except anchors (0.04)")
  private double scale;

  @Option(
      names = "--reorder",
      description = "spmm: nodes that share neighbours stand together, as in full-graph training")
  private boolean reorder;

  @Option(
      names = "--zeros",
      paramLabel = "SHARE",
      defaultValue = "0",
      description =
          "spmm: share of zeros among the elements that are summed, as behind ReLU and dropout (0)")
  private double zeros;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "100000",
      description = "gemm, gather: rows of the matrix (100000)")
  private int rows;

  @Option(
      names = "--inner",
      paramLabel = "N",
      defaultValue = "100",
      description = "gemm: columns of the matrix (100)")
  private int inner;

  @Option(
      names = "--width",
      paramLabel = "N",
      defaultValue = "128",
      description = "columns of the result (128)")
  private int width;

  @Option(names = "--threads", paramLabel = "N", description = "threads (all cores)")
  private int threads = Parallel.allCores();

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "7",
      description = "timed calls, of which the median counts (7)")
  private int repeats;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      defaultValue = "2",
      description = "allreduce: number of ranks (2)")
  private int ranks;

  @Option(
      names = "--bytes",
      paramLabel = "N",
      defaultValue = "67108864",
      description = "allreduce: length of the array (64 MiB)")
  private long bytes;

  @Option(
      names = "--device",
      paramLabel = "NAME",
      defaultValue = CPU,
      description =
          "spmm, gemm, gather, sample: cuda times the GPU beside the host's fastest kernels (cpu)")
  private String device;

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      description = "only these sets of kernels (all available)")
  private List<String> only = List.of();

  @Mixin private SampleBench sampling;
  @Mixin private Output output;

  @Override
  public Integer call() throws IOException {
    if (what == null) {
      throw new ParameterException(
          spec.commandLine(),
          "name the benchmark: spmm, gemm, gather, sample, allreduce or partition");
    }
    output.write(
        switch (what) {
          case SPMM -> {
            if (!(zeros >= 0 && zeros <= 1)) {
              throw new SettingsException("--zeros " + zeros + ": expected a share from 0 to 1");
            }
            try (Dataset dataset = graph();
                Arena memory = Arena.ofShared()) {
              yield measure(new SpmmBenchmark(inOrder(dataset.graph(), memory), width, zeros));
            }
          }
          case GEMM ->
              new Gemm(
                  measure(new GemmBenchmark(rows, inner, width, false)),
                  measure(new GemmBenchmark(rows, inner, width, true)));
          case GATHER -> measure(new GatherBenchmark(rows, rows, width));
          case ALLREDUCE -> allReduce();
          case SAMPLE -> {
            try (Dataset dataset = graph()) {
              SamplingComparison comparison = sample(dataset);
              comparison.show(output.screen());
              yield comparison.result();
            }
          }
        });
    return 0;
  }

  /** The output of {@code gemm --json}: the product, and the product with a transposed matrix. */
  private record Gemm(
      @JsonUnwrapped KernelComparison.Result product, KernelComparison.Result transposed) {}

  /** The output of {@code allreduce --json}. */
  private record AllReduce(
      int ranks, long bytes, Rate allReduce, Rate sockets, double share, Rate socketsOfArray) {}

  private record Rate(double bytesPerSecond, double cpuSecondsPerGigabyte) {}

  private SamplingComparison sample(Dataset dataset) {
    if (!device.equals(CUDA)) {
      requireHost();
      return sampling.run(dataset, threads, repeats, Optional.empty(), output.screen());
    }
    try (var gpu = Composition.gpu(CudaOptions.of(threads))) {
      return sampling.run(dataset, threads, repeats, Optional.of(gpu), output.screen());
    }
  }

  private void requireHost() {
    if (!device.equals(CPU)) {
      throw new SettingsException("--device " + device + ": expected cpu or cuda");
    }
  }

  /** Measures all-reduce over TCP, compared with plain sockets that move the same bytes. */
  private AllReduce allReduce() throws IOException {
    try {
      AllReduceSpeed speed = AllReduceSpeed.measure(ranks, bytes, repeats);
      var table = Table.of("over TCP", "MB/s per rank", "share", "CPU s per GB");
      addRow(table, "plain sockets", speed, speed.sockets());
      addRow(table, "plain sockets, the array", speed, speed.socketsOfArray());
      addRow(table, "all-reduce", speed, speed.allReduce());
      table.show(output.screen());
      return new AllReduce(
          ranks,
          bytes,
          rate(speed, speed.allReduce()),
          rate(speed, speed.sockets()),
          speed.share(speed.allReduce()),
          rate(speed, speed.socketsOfArray()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("stopped while measuring");
    }
  }

  private static void addRow(Table table, String name, AllReduceSpeed speed, Timing of) {
    table.row(
        name,
        megabytes(speed.bytesPerSecond(of)),
        Units.decimals(speed.share(of), 2),
        Units.decimals(speed.cpuPerGigabyte(of), 2));
  }

  private static Rate rate(AllReduceSpeed speed, Timing of) {
    return new Rate(speed.bytesPerSecond(of), speed.cpuPerGigabyte(of));
  }

  private static String megabytes(double perSecond) {
    return Units.decimals(perSecond / 1e6, 0);
  }

  private Dataset graph() throws IOException {
    if (data != null && like != null) {
      throw new SettingsException("--data and --like: expected one of them");
    }
    if (data != null) {
      return Datasets.open(data);
    }
    String wanted = like == null ? "products-even" : like;
    SyntheticGraph synthetic = KnownGraphs.like(wanted, scale, 1);
    output.screen().remark("making a graph like " + wanted);
    return synthetic.inMemory(threads);
  }

  /** The graph, in the node order of full-graph training if requested. */
  private CsrGraph inOrder(CsrGraph graph, Arena memory) {
    return reorder
        ? new GraphOperations(Storage.in(memory), threads)
            .relabelled(graph, LocalityOrder.DEFAULT.of(graph, threads))
        : graph;
  }

  private KernelComparison.Result measure(Benchmark benchmark) {
    Screen screen = output.screen();
    KernelComparison comparison =
        KernelComparison.run(benchmark, threads, repeats, backends(), screen);
    comparison.show(screen);
    return comparison.result();
  }

  /**
   * The named kernel sets; without names those of the host, or those of the GPU and the host's
   * fastest.
   */
  private Map<String, TimedBackend> backends() {
    Map<String, TimedBackend> backends = new LinkedHashMap<>();
    Map<String, TimedBackend> ofHost = ofHost();
    if (device.equals(CUDA)) {
      backends.putAll(ofGpu());
      String fastest = ofHost.keySet().iterator().next();
      backends.put(fastest, ofHost.get(fastest));
    } else {
      requireHost();
      backends.putAll(ofHost);
    }
    List<String> wanted = only.isEmpty() ? List.copyOf(backends.keySet()) : only;
    backends.putAll(ofHost);
    for (String name : wanted) {
      if (!backends.containsKey(name)) {
        throw new SettingsException(
            "--only: " + Suggestion.unknown("set of kernels", name, backends.keySet()));
      }
    }
    backends.keySet().retainAll(wanted);
    return backends;
  }

  /** The kernel sets of the host; dense products have libraries of their own. */
  private Map<String, TimedBackend> ofHost() {
    Map<String, TimedBackend> backends = new LinkedHashMap<>();
    CpuOptions options = CpuOptions.of(threads);
    if (what == Target.GEMM) {
      for (GemmLibrary library : GemmLibrary.values()) {
        backends.put(
            nameOf(library), TimedBackend.inFull(() -> CpuBackend.open(options.withGemm(library))));
      }
    } else {
      for (KernelSet kernels : KernelSet.values()) {
        backends.put(
            nameOf(kernels),
            TimedBackend.inFull(() -> CpuBackend.open(options.withKernels(kernels))));
      }
      CpuOptions inBf16 = options.withKernels(KernelSet.VECTOR).withActivations(DType.BF16);
      backends.put("vector-bf16", TimedBackend.rounded(() -> CpuBackend.open(inBf16)));
    }
    backends.remove(AUTO);
    backends.remove(nameOf(KernelSet.PORTABLE)); // the vector kernels, under another name
    return backends;
  }

  private Map<String, TimedBackend> ofGpu() {
    Map<String, TimedBackend> backends = new LinkedHashMap<>();
    CudaOptions options = CudaOptions.of(threads);
    backends.put(CUDA, TimedBackend.inFull(() -> Composition.gpu(options)));
    if (what == Target.GEMM) {
      CudaOptions inTf32 = options.withTensorFloats(true);
      backends.put("cuda-tf32", TimedBackend.rounded(() -> Composition.gpu(inTf32)));
    }
    if (what == Target.SPMM) {
      CudaOptions inBf16 = options.withActivations(DType.BF16);
      backends.put("cuda-bf16", TimedBackend.rounded(() -> Composition.gpu(inBf16)));
    }
    return backends;
  }

  private static String nameOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
