package dev.atoll.train.batch.sampled;

import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.tensor.cpu.CpuBackend;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.batch.Neighborhood;
import dev.atoll.train.batch.sampled.SeedLoss.Role;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.schedule.DagBuilder;
import dev.atoll.train.schedule.SamplingDag;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.store.Columns;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.HostRows;
import dev.atoll.train.store.RowSink;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** The buffers of one sampled batch and its preparation; reused for later steps. */
final class SampledSlot extends BatchSlot {
  private final SampledWork work;
  private final Backend backend;
  private final DeviceMemory device;
  private final Workspace memory;

  /** The memory that rows are fetched into: {@link #memory} if the host can write it. */
  private final Workspace hostMemory;

  private final SeedLoss seedLoss;

  /** Separate branches of seeds, positives and negatives, if any; joined to {@link #branch}. */
  private final Optional<RoleBranches> roles;

  private final Branch branch;
  private final SampledEdges edges;
  private Columns columns = Columns.ALL;
  private int wantedNodes;
  private long[] ids = {};

  /** The input rows, or the non-zeros of sparse ones. */
  private Matrix rows;

  private SparseMatrix sparseRows;

  /** The gradients of sparse rows' non-zeros, in steps whose input is read. */
  private Matrix sparseGrad;

  /** The rows, as they were fetched. */
  private Matrix fetched;

  private Matrix inputGrad;

  SampledSlot(SampledWork work, Backend backend, Schedule when) {
    this.work = work;
    this.backend = backend;
    this.device = new DeviceMemory(backend);
    this.memory = device.workspace();
    this.hostMemory = HostRows.areOf(backend) ? memory : CpuBackend.newHostWorkspace();
    this.seedLoss = work.seedLoss().get();
    int widthBeside = work.embeddings().map(SparseEmbeddings::width).orElse(0);
    this.roles =
        inRoles(work, when)
            ? Optional.of(
                new RoleBranches(
                    work.numbering().nodeCount(),
                    own -> drawing(work.sampler().get(), width -> rowsOf(width, own, 0), when)))
            : Optional.empty();
    this.branch =
        roles
            .map(RoleBranches::drawn)
            .map(drawn -> joined(drawn, width -> rowsOf(width, hostMemory, widthBeside)))
            .orElseGet(
                () ->
                    drawing(
                        work.sampler().get(),
                        width -> rowsOf(width, hostMemory, widthBeside),
                        when));
    this.edges = new SampledEdges(device);
  }

  private static boolean inRoles(SampledWork work, Schedule when) {
    return work.negatives() && when.branches();
  }

  /** Refuses samplers whose draws would differ between branches and their union. */
  static void check(SampledWork work, Schedule when) {
    if (inRoles(work, when)) {
      try (Sampler sampler = work.sampler().get()) {
        if (!sampler.drawsByNode()) {
          throw new IllegalArgumentException(
              "schedule.branches=parallel with a sampler whose draws for a node depend on others:"
                  + " expected sampler=uniform, unfused or weighted, or schedule.branches=joined");
        }
      }
    }
  }

  private Branch drawing(Sampler sampler, IntFunction<BatchRows> rowsOf, Schedule when) {
    return new Branch(
        sampler,
        () -> new StepStore(work.store().get()),
        rowsOf,
        wantsDegrees(),
        work.degreeOf(),
        when.leastFetch());
  }

  private Branch joined(DrawnNodes drawn, IntFunction<BatchRows> rowsOf) {
    return new Branch(
        drawn.sampler(roles.orElseThrow().layers()),
        drawn::store,
        rowsOf,
        wantsDegrees(),
        work.degreeOf(),
        0);
  }

  private boolean wantsDegrees() {
    return work.norms().stream().anyMatch(EdgeNorm::readsDegrees);
  }

  private BatchRows rowsOf(int width, Workspace host, int widthBeside) {
    return work.sparse() ? new BatchRows.Sparse() : new BatchRows.Dense(host, width, widthBeside);
  }

  /**
   * Seeds, hops, fetches, and the way to the device.
   *
   * <pre>
   *   seeds ── hop 0 ── hop 1 ── fetch 1 ── batch          of nodes
   *      │        └──── fetch 0 ──────────────┤
   *      └───────────── fetch seeds ──────────┘
   *   seeds ── positives ── negatives ── hop 0 ── …        of pairs
   *
   *   seeds ──┬──────────── seed hop 0 ── …      ──┬── batch          of pairs, in branches
   *           ├─ positives ─ positive hop 0 ── …   ┤
   *           └─ negatives ─ negative hop 0 ── …   ┘
   * </pre>
   *
   * Seeds, positives and negatives may have one neighbourhood: the sample of a node does not depend
   * on why it is drawn, so this is the batch of three branches with each node drawn and fetched
   * once.
   */
  static SamplingDag<SampledSlot> dag(int layers, SampledWork work, Schedule when) {
    var dag = SamplingDag.<SampledSlot>compose();
    boolean byHop = when.overlapsStages();
    if (inRoles(work, when)) {
      composeRoles(dag);
      List<String> ends =
          RoleBranches.compose(dag, slot -> slot.roles.orElseThrow(), layers, byHop);
      return dag.join("batch", SampledSlot::join, ends).build();
    }
    String root = work.pairs() ? composePairs(dag) : composeNodes(dag);
    List<String> ends = Branch.compose(dag, slot -> slot.branch, "", layers, byHop, root);
    return dag.join("batch", SampledSlot::toDevice, ends).build();
  }

  private static void composeRoles(DagBuilder<SampledSlot> dag) {
    dag.seeds(
            "seeds",
            slot -> {
              slot.open();
              slot.begin(Role.SEED);
            })
        .positives(
            "positives",
            slot -> {
              slot.pair();
              slot.begin(Role.POSITIVE);
            },
            SampledSlot::seedCount,
            "seeds")
        .negatives(
            "negatives",
            slot -> {
              slot.contrast();
              slot.begin(Role.NEGATIVE);
            },
            SampledSlot::seedCount,
            "seeds");
  }

  private static String composeNodes(DagBuilder<SampledSlot> dag) {
    dag.seeds(
        "seeds",
        slot -> {
          slot.open();
          slot.list();
        });
    return "seeds";
  }

  private static String composePairs(DagBuilder<SampledSlot> dag) {
    dag.seeds("seeds", SampledSlot::open)
        .positives("positives", SampledSlot::pair, SampledSlot::seedCount, "seeds")
        .negatives(
            "negatives",
            slot -> {
              slot.contrast();
              slot.list();
            },
            SampledSlot::seedCount,
            "positives");
    return "negatives";
  }

  private void open() {
    memory.reset();
    hostMemory.reset();
    branch.step(step);
    roles.ifPresent(branches -> branches.step(step));
    columns = work.columns().apply(step);
    seedLoss.begin(seeds, from, to);
  }

  private long seedCount() {
    return (long) to - from;
  }

  private void pair() {
    seedLoss.pair(key);
  }

  private void contrast() {
    seedLoss.contrast(key);
  }

  private void begin(Role role) {
    roles.orElseThrow().begin(role, seedLoss.nodes(role), key);
  }

  /** Joins the branches to the batch of all their seeds. */
  private void join() {
    roles.orElseThrow().complete();
    long[] wanted = seedLoss.nodes();
    wantedNodes = wanted.length;
    branch.make(wanted, key);
    toDevice();
  }

  private void list() {
    long[] wanted = seedLoss.nodes();
    wantedNodes = wanted.length;
    branch.begin(wanted, key);
  }

  /** Whether gradients of the input rows are wanted in this step. */
  private boolean isRead() {
    return work.inputReader().filter(reader -> reader.reads(step)).isPresent();
  }

  /** The columns of learnable rows in the input or its gradient. */
  private Matrix embeddingColumns(Matrix of) {
    return of.columnsView(branch.width(), of.cols());
  }

  /** Reads the learnable rows. They change with every step, so none can be read ahead. */
  @Override
  public void take() {
    work.embeddings().ifPresent(this::pull);
  }

  private void pull(SparseEmbeddings embeddings) {
    long begun = System.nanoTime();
    SampledBatch sampled = branch.sampled();
    embeddings.pull(sampled.nodes(), sampled.nodeCount(), embeddingColumns(fetched));
    upload();
    work.times().since(begun, Phase.FETCH);
  }

  @Override
  public void pushGradients() {
    work.embeddings().ifPresent(this::push);
    if (isRead()) {
      SampledBatch sampled = branch.sampled();
      work.inputReader()
          .orElseThrow()
          .take(sampled.nodes(), sampled.nodeCount(), columns, inputElements());
    }
  }

  private InputReader.Elements inputElements() {
    return switch (branch.batchRows()) {
      case BatchRows.Dense _ -> {
        Matrix gradients = onHost(inputGrad);
        yield visitor -> InputElements.visit(fetched, gradients, visitor);
      }
      case BatchRows.Sparse sparse -> {
        Matrix gradients = onHost(sparseGrad);
        yield visitor -> InputElements.visit(sparse.rows(), gradients, visitor);
      }
    };
  }

  private void push(SparseEmbeddings embeddings) {
    long begun = System.nanoTime();
    SampledBatch sampled = branch.sampled();
    embeddings.push(sampled.nodes(), sampled.nodeCount(), embeddingColumns(onHost(inputGrad)));
    work.times().since(begun, Phase.REDUCE);
  }

  private Matrix onHost(Matrix gradients) {
    if (hostMemory == memory) {
      return gradients;
    }
    Matrix host = hostMemory.matrix(gradients.rows(), gradients.cols());
    HostRows.download(backend, gradients, host);
    return host;
  }

  private void upload() {
    if (hostMemory != memory) {
      HostRows.upload(backend, fetched, rows);
    }
  }

  private void toDevice() {
    branch.complete();
    SampledBatch sampled = branch.sampled();
    int nodes = sampled.nodeCount();
    takeRows(nodes);
    if (ids.length < nodes) {
      ids = new long[nodes + nodes / 4];
    }
    SampledEdges.lookUp(sampled.nodes(), nodes, work.numbering(), ids);
    rowIds = memory.buffer(DType.I64, nodes);
    backend.upload(MemorySegment.ofArray(ids).asSlice(0, rowIds.bytes()), rowIds);
    blocks.clear();
    int layers = sampled.layers();
    for (int layer = 0; layer < layers; layer++) {
      boolean withTranspose = layer > 0 || work.learnsInput() || isRead();
      Neighborhood block = Neighborhood.of(sampled.block(layers - 1 - layer));
      blocks.add(
          edges.upload(
              seedLoss.seen(block, sampled.nodes()),
              work.norms(),
              withTranspose,
              branch.degrees(),
              ids));
    }
    loss = seedLoss.loss(Arrays.copyOf(ids, wantedNodes), memory, batchSeeds);
  }

  private void takeRows(int nodes) {
    switch (branch.batchRows()) {
      case BatchRows.Dense dense -> {
        fetched = dense.rows();
        rows = hostMemory == memory ? fetched : memory.matrix(nodes, fetched.cols());
        boolean learns = work.embeddings().isPresent();
        inputGrad = learns || isRead() ? memory.matrix(nodes, rows.cols()) : null;
        if (!learns) {
          upload();
        }
      }
      case BatchRows.Sparse sparse -> {
        sparseRows = edges.upload(sparse.rows(), branch.width());
        sparseGrad = isRead() ? memory.matrix(Math.toIntExact(sparseRows.nonZeros()), 1) : null;
      }
    }
  }

  @Override
  public Var input(Tape tape) {
    if (sparseRows != null) {
      return sparseGrad == null ? tape.constant(sparseRows) : tape.constant(sparseRows, sparseGrad);
    }
    return inputGrad == null
        ? tape.constant(rows)
        : tape.use(new Parameter("input", rows, inputGrad));
  }

  @Override
  public Var decode(Tape tape, Var rows) {
    return seedLoss.decode(tape, rows);
  }

  /** Rows, blocks, sampled neighbourhoods, tables. */
  @Override
  long heldBytes() {
    long host = hostMemory == memory ? 0 : hostMemory.heldBytes();
    return memory.heldBytes()
        + host
        + branch.heldBytes()
        + edges.heldBytes()
        + roles.map(RoleBranches::heldBytes).orElse(0L);
  }

  @Override
  public void close() {
    branch.close();
    roles.ifPresent(RoleBranches::close);
    seedLoss.close();
    device.close();
    if (hostMemory != memory) {
      hostMemory.close();
    }
  }

  /** Reads the columns that this slot's step pulls. */
  private final class StepStore implements FeatureStore {
    private final FeatureStore store;

    StepStore(FeatureStore store) {
      this.store = store;
    }

    @Override
    public int width() {
      return store.width();
    }

    @Override
    public void begin(int firstSeed) {
      store.begin(firstSeed);
    }

    @Override
    public void gather(
        MemorySegment nodes, int count, Columns all, RowSink into, int[] nodeDegrees) {
      store.gather(nodes, count, columns, into, nodeDegrees);
    }
  }
}
