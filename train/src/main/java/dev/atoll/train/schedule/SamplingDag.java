package dev.atoll.train.schedule;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The preparation of a batch as a graph of small stages (ByteGNN, Zheng et al. 2022). The graph is
 * made once; every batch runs an instance of it in a slot of its own, in any order that runs each
 * stage after its inputs. Since draws are pure functions of keys and nodes, the batch does not
 * depend on the order.
 *
 * <pre>{@code
 * SamplingDag<Slot> dag =
 *     SamplingDag.<Slot>compose()
 *         .seeds("seeds", Slot::drawSeeds)
 *         .hop("hop 0", slot -> slot.hop(0), slot -> slot.degrees(0), "seeds")
 *         .fetch("fetch 0", slot -> slot.fetch(0), slot -> slot.elements(0), "hop 0")
 *         .hop("hop 1", slot -> slot.hop(1), slot -> slot.degrees(1), "hop 0")
 *         .fetch("fetch 1", slot -> slot.fetch(1), slot -> slot.elements(1), "hop 1")
 *         .join("batch", Slot::complete, List.of("fetch 0", "fetch 1"))
 *         .build();
 * }</pre>
 *
 * <pre>
 *   seeds ── hop 0 ── hop 1 ── fetch 1 ── batch
 *               └──── fetch 0 ──────────────┘
 * </pre>
 *
 * @param <B> the batch under construction
 */
public final class SamplingDag<B> {
  private final List<Stage<B>> stages;
  private final int[][] followers;

  SamplingDag(List<Stage<B>> stages) {
    this.stages = List.copyOf(stages);
    this.followers = new int[stages.size()][];
    for (int i = 0; i < followers.length; i++) {
      String name = stages.get(i).name();
      followers[i] = indices(stages).filter(j -> stages.get(j).after().contains(name)).toArray();
    }
  }

  private static IntStream indices(List<?> list) {
    return IntStream.range(0, list.size());
  }

  /** Begins with no stage. */
  public static <B> DagBuilder<B> compose() {
    return new DagBuilder<>();
  }

  /** The stages in topological order; the last one joins. */
  public List<Stage<B>> stages() {
    return stages;
  }

  /** Whether an index is that of the final join. */
  public boolean isLast(int stage) {
    return stage == stages.size() - 1;
  }

  /** Calls back with the indices of the stages that need a stage's result. */
  public void forFollowers(int stage, IntConsumer visitor) {
    Arrays.stream(followers[stage]).forEach(visitor);
  }

  /** A text with one line per stage: {@code hop 1 (hop) after hop 0}. */
  @Override
  public String toString() {
    return stages.stream().map(SamplingDag::line).collect(Collectors.joining("\n"));
  }

  private static String line(Stage<?> stage) {
    String what = stage.name() + " (" + stage.operator().name().toLowerCase(Locale.ROOT) + ")";
    return stage.after().isEmpty() ? what : what + " after " + String.join(", ", stage.after());
  }
}
