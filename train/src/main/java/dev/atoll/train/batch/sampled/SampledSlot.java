package dev.atoll.train.batch.sampled;

import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.sampled.SampledInput.Gradients;
import dev.atoll.train.batch.sampled.SeedLoss.Role;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.schedule.DagBuilder;
import dev.atoll.train.schedule.SamplingDag;
import dev.atoll.train.schedule.Schedule;
import dev.atoll.train.store.embedding.SparseEmbeddings;
import java.util.List;
import java.util.Optional;

/** A sampled batch and its preparation: an input and its loss; reused for later steps. */
final class SampledSlot extends BatchSlot {
  private final SampledWork work;
  private final SeedLoss seedLoss;

  /** Separate branches of seeds, positives and negatives, if any; the input's joins them. */
  private final Optional<RoleBranches> roles;

  private final SampledInput input;
  private int wantedNodes;

  SampledSlot(SampledWork work, Backend backend, Schedule when) {
    InputWork inputs = work.input();
    long fewElements = when.leastFetch();
    this.work = work;
    this.seedLoss = work.seeds().loss().get();
    this.roles =
        inRoles(work, when)
            ? Optional.of(
                new RoleBranches(
                    inputs.numbering().nodeCount(), inputs.sampler(), inputs.degreeOf()))
            : Optional.empty();
    this.input =
        new SampledInput(
            inputs,
            backend,
            work.embeddings().map(SparseEmbeddings::width).orElse(0),
            rowsOf ->
                inputs.branch(
                    roles.map(RoleBranches::joined).orElseGet(inputs.sampler()),
                    rowsOf,
                    fewElements));
  }

  private static boolean inRoles(SampledWork work, Schedule when) {
    return work.seeds().negatives() && when.branches();
  }

  /** Refuses samplers whose draws would differ between branches and their union. */
  static void check(SampledWork work, Schedule when) {
    if (inRoles(work, when)) {
      try (Sampler sampler = work.input().sampler().get()) {
        if (!sampler.drawsByNode()) {
          throw new IllegalArgumentException(
              "schedule.branches=parallel with a sampler whose draws for a node depend on others:"
                  + " expected sampler=uniform, unfused or weighted, or schedule.branches=joined");
        }
      }
    }
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
   *   seeds ──┬──────────── seed hop 0 ──────┬─ seed hop 1 ── …      of pairs, in branches
   *           ├─ positives ─ positive hop 0 ─┤
   *           └─ negatives ─ negative hop 0 ─┤
   *              nodes ───────────────────── hop 0 ──┬── hop 1 ── …
   *                └─ fetch seeds                    └── fetch 0
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
      List<List<String>> drawn =
          RoleBranches.compose(dag, slot -> slot.roles.orElseThrow(), layers);
      List<String> ends =
          Branch.compose(dag, slot -> slot.input.branch(), "", layers, byHop, "nodes", drawn::get);
      return dag.join("batch", SampledSlot::toDevice, ends).build();
    }
    String root = work.seeds().paired() ? composePairs(dag) : composeNodes(dag);
    List<String> ends = Branch.compose(dag, slot -> slot.input.branch(), "", layers, byHop, root);
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
            "seeds")
        .negatives("nodes", SampledSlot::list, SampledSlot::seedCount, "positives", "negatives");
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
    input.begin(step);
    roles.ifPresent(branches -> branches.step(step));
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

  private void list() {
    long[] wanted = seedLoss.nodes();
    wantedNodes = wanted.length;
    input.branch().begin(wanted, key);
  }

  private void toDevice() {
    SampledBatch sampled = input.sampled();
    blocks.clear();
    blocks.addAll(input.toDevice(gradients(), block -> seedLoss.seen(block, sampled.nodes())));
    rowIds = input.rowIds();
    loss = seedLoss.loss(input.ids(wantedNodes), input.memory(), batchSeeds);
  }

  private Gradients gradients() {
    if (work.embeddings().isPresent() || isRead()) {
      return Gradients.INPUT_ROWS;
    }
    return work.learnsInput() ? Gradients.FIRST_BLOCK : Gradients.LAYERS;
  }

  /** Whether the rows and gradients of the input are read in this step. */
  private boolean isRead() {
    return work.inputReader().filter(reader -> reader.reads(step)).isPresent();
  }

  /** Reads the learnable rows. They change with every step, so none can be read ahead. */
  @Override
  public void take() {
    work.embeddings().ifPresent(this::pull);
  }

  private void pull(SparseEmbeddings embeddings) {
    long begun = System.nanoTime();
    SampledBatch sampled = input.sampled();
    embeddings.pull(sampled.nodes(), sampled.nodeCount(), input.beside());
    input.upload();
    work.times().since(begun, Phase.FETCH);
  }

  @Override
  public void pushGradients() {
    work.embeddings().ifPresent(this::push);
    if (isRead()) {
      SampledBatch sampled = input.sampled();
      work.inputReader()
          .orElseThrow()
          .take(sampled.nodes(), sampled.nodeCount(), input.columns(), input.elements());
    }
  }

  private void push(SparseEmbeddings embeddings) {
    long begun = System.nanoTime();
    SampledBatch sampled = input.sampled();
    embeddings.push(sampled.nodes(), sampled.nodeCount(), input.gradientsBeside());
    work.times().since(begun, Phase.REDUCE);
  }

  @Override
  public Var input(Tape tape) {
    return input.input(tape);
  }

  @Override
  public Var decode(Tape tape, Var rows) {
    return seedLoss.decode(tape, rows);
  }

  /** Bytes of the input and of the branches that it joins. */
  @Override
  long heldBytes() {
    return input.heldBytes() + roles.map(RoleBranches::heldBytes).orElse(0L);
  }

  @Override
  public void close() {
    roles.ifPresent(RoleBranches::close);
    seedLoss.close();
    input.close();
  }
}
