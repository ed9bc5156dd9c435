package dev.atoll.train.sampling.gradients;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.comm.Communicator;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.train.batch.sampled.InputReader;
import dev.atoll.train.companion.Companion;
import dev.atoll.train.companion.CompanionState;
import dev.atoll.train.cost.JsonCollectives;
import dev.atoll.train.event.TrainEvent;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.importance.Importance;
import dev.atoll.train.sampling.importance.KeptColumns;
import dev.atoll.train.sampling.importance.Periods;
import dev.atoll.train.sampling.importance.WorkerExplanation;
import dev.atoll.train.store.Columns;
import dev.atoll.train.weights.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Importance from the training's own backward pass: how much the loss would change, to first order,
 * if an element of an input row vanished. It copies no model, reads no extra rows, and never waits.
 * Ranking j covers the first j·T steps and takes effect at step (j + 1)·T, so that draws do not
 * depend on how far batches are prepared ahead.
 */
public final class GradientImportance implements Companion, CompanionState, InputReader {
  private static final String COLUMNS = "columns";
  private static final String NODES = "nodes";
  private static final String RANKED_COLUMNS = "ranked/columns/";
  private static final String RANKED_NODES = "ranked/nodes/";
  private static final String MOMENT = "moment";

  private final GradientSpec spec;
  private final Shard shard;
  private final NodeNumbering numbering;
  private final GradientMeter meter;
  private final KeptColumns kept;
  private final Periods<GradientRanking> rankings = new Periods<>();
  private long ranked;
  private long readNanos;

  private GradientImportance(GradientSpec spec, SamplingContext context, KeptColumns kept) {
    this.spec = spec;
    this.shard = context.shard();
    this.numbering = context.numbering();
    this.meter = new GradientMeter(shard, context.ownRows().width(), spec.decay());
    this.kept = kept;
  }

  /** Begins to read gradients, unless another policy of this worker has. */
  public static GradientImportance begin(GradientSpec spec, SamplingContext context) {
    KeptColumns kept = context.shared(KeptColumns.class, KeptColumns::new);
    GradientImportance found =
        context.shared(
            GradientImportance.class,
            () -> {
              var made = new GradientImportance(spec, context, kept);
              context.readInput(made);
              return made;
            });
    if (!found.spec.equals(spec)) {
      throw new IllegalArgumentException(
          "the sampler ranks by %s, columns by %s: expected the same settings for both"
              .formatted(found.spec, spec));
    }
    return found;
  }

  /** The importance in force in a step of the run. */
  public Optional<Importance> at(long step) {
    long number = step / spec.every() - 1;
    return number < 1 ? Optional.empty() : Optional.of(rankings.await(number));
  }

  @Override
  public boolean reads(long step) {
    return step % spec.read() == 0;
  }

  @Override
  public void take(MemorySegment nodes, int count, Columns columns, Elements elements) {
    long begun = System.nanoTime();
    meter.add(nodes, count, columns, elements);
    readNanos += System.nanoTime() - begun;
  }

  @Override
  public String name() {
    return "importance";
  }

  @Override
  public void afterStep(long steps) {
    if (steps % spec.every() == 0) {
      ranked = steps / spec.every();
      rankings.forgetBefore(ranked - 1);
      rankings.of(ranked).complete(meter.ranking());
    }
  }

  @Override
  public long heldBytes() {
    return meter.heldBytes();
  }

  @Override
  public Optional<TrainEvent> afterRun(Communicator workers) {
    return Optional.of(
        new TrainEvent.Explained(
            JsonCollectives.allGather(workers, summary(), WorkerExplanation.class)));
  }

  private WorkerExplanation summary() {
    GradientRanking last = meter.ranking();
    return new WorkerExplanation(
        Math.toIntExact(ranked),
        0,
        shard.haloCount(),
        readNanos * 1e-9,
        rankings.waitedSeconds(),
        meter.heldBytes(),
        WorkerExplanation.top(last.nodes(), this::originalId),
        WorkerExplanation.top(last.columns(), column -> column),
        kept.latest(),
        List.of());
  }

  private long originalId(int place) {
    return numbering.original(shard.haloNode(place));
  }

  @Override
  public Optional<CompanionState> state() {
    return Optional.of(this);
  }

  /** The running means, and the rankings that are or will be in force. */
  @Override
  public Map<String, Tensor> save(Arena passing) {
    var tensors = new LinkedHashMap<String, Tensor>();
    put(tensors, MOMENT, 1, passing, (float) ranked);
    put(tensors, COLUMNS, GradientMeter.STATE, passing, meter.columnState());
    put(tensors, NODES, GradientMeter.STATE, passing, meter.nodeState());
    for (long number = Math.max(1, ranked - 1); number <= ranked; number++) {
      GradientRanking ranking = rankings.of(number).join();
      put(tensors, RANKED_COLUMNS + number, 1, passing, ranking.columns());
      put(tensors, RANKED_NODES + number, 1, passing, ranking.nodes());
    }
    return tensors;
  }

  private static void put(
      Map<String, Tensor> into, String name, int rows, Arena passing, float... elements) {
    into.put(
        name, new Tensor(rows, elements.length / rows, passing.allocateFrom(JAVA_FLOAT, elements)));
  }

  @Override
  public void restore(Map<String, Tensor> saved) {
    ranked = (long) elements(saved, MOMENT)[0];
    fill(meter.columnState(), elements(saved, COLUMNS));
    fill(meter.nodeState(), elements(saved, NODES));
    for (long number = Math.max(1, ranked - 1); number <= ranked; number++) {
      rankings
          .of(number)
          .complete(
              new GradientRanking(
                  elements(saved, RANKED_NODES + number),
                  elements(saved, RANKED_COLUMNS + number)));
    }
  }

  private static void fill(float[] state, float... saved) {
    if (saved.length != state.length) {
      throw new IllegalArgumentException(
          "the checkpoint has the importance of %d nodes or columns, the run has %d: it was written by another run"
              .formatted(saved.length / GradientMeter.STATE, state.length / GradientMeter.STATE));
    }
    System.arraycopy(saved, 0, state, 0, state.length);
  }

  private static float[] elements(Map<String, Tensor> saved, String name) {
    Tensor tensor = saved.get(name);
    if (tensor == null) {
      throw new IllegalArgumentException(
          "the checkpoint has no %s of gradients: it was written by a run with other settings"
              .formatted(name));
    }
    return tensor.elements().toArray(JAVA_FLOAT_UNALIGNED);
  }

  @Override
  public void close() {
    rankings.stop();
  }
}
