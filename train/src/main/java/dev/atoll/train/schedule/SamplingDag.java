package dev.atoll.train.schedule;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The making of a batch as a graph of small tasks (ByteGNN, Zheng et al. 2022). The graph is made
 * once; every batch runs an instance of it in a slot of its own, in any order that lets each task
 * come after those it needs. Since draws are pure functions of keys and nodes, the order never
 * shows in the batch.
 *
 * <pre>{@code
 * SamplingDag<Room> dag =
 *     SamplingDag.<Room>compose()
 *         .seeds("seeds", Room::drawSeeds)
 *         .hop("hop 0", slot -> slot.hop(0), slot -> slot.degrees(0), "seeds")
 *         .fetch("fetch 0", slot -> slot.fetch(0), slot -> slot.elements(0), "hop 0")
 *         .hop("hop 1", slot -> slot.hop(1), slot -> slot.degrees(1), "hop 0")
 *         .fetch("fetch 1", slot -> slot.fetch(1), slot -> slot.elements(1), "hop 1")
 *         .join("batch", Room::complete, List.of("fetch 0", "fetch 1"))
 *         .build();
 * }</pre>
 *
 * <pre>
 *   seeds ── hop 0 ── hop 1 ── fetch 1 ── batch
 *               └──── fetch 0 ──────────────┘
 * </pre>
 *
 * @param <B> the batch in the making
 */
public final class SamplingDag<B> {
  private final List<Stage<B>> tasks;
  private final int[][] followers;

  SamplingDag(List<Stage<B>> tasks) {
    this.tasks = List.copyOf(tasks);
    this.followers = new int[tasks.size()][];
    for (int i = 0; i < followers.length; i++) {
      String name = tasks.get(i).name();
      followers[i] = indices(tasks).filter(j -> tasks.get(j).after().contains(name)).toArray();
    }
  }

  private static IntStream indices(List<?> list) {
    return IntStream.range(0, list.size());
  }

  /** Begins with no task. */
  public static <B> DagBuilder<B> compose() {
    return new DagBuilder<>();
  }

  /** All tasks, each after those it needs; the last one joins. */
  public List<Stage<B>> tasks() {
    return tasks;
  }

  /** Whether a place is that of the task that joins all. */
  public boolean isLast(int task) {
    return task == tasks.size() - 1;
  }

  /** Calls back with the places of the tasks that need a task's result. */
  public void forFollowers(int task, IntConsumer visitor) {
    Arrays.stream(followers[task]).forEach(visitor);
  }

  /** One line per task: {@code hop 1 (hop) after hop 0}. */
  @Override
  public String toString() {
    return tasks.stream().map(SamplingDag::line).collect(Collectors.joining("\n"));
  }

  private static String line(Stage<?> task) {
    String what = task.name() + " (" + task.operator().name().toLowerCase(Locale.ROOT) + ")";
    return task.after().isEmpty() ? what : what + " after " + String.join(", ", task.after());
  }
}
