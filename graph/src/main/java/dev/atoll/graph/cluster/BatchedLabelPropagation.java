package dev.atoll.graph.cluster;

import dev.atoll.graph.parallel.Parallel;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Label propagation in batches: every node begins with a label of its own and then takes one of its
 * neighbours' labels, as a {@link LabelSelector} decides.
 *
 * <p>The nodes of a batch choose in parallel by the labels as they were before it, then move one
 * after the other. Hence the result does not depend on the number of threads, and neighbours rarely
 * swap labels forever.
 */
public final class BatchedLabelPropagation {
  private static final int SLOTS_PER_CHUNK = 512;

  private final WeightedGraph graph;
  private final RowPolicy policy;
  private final int[] part;
  private final LabelSelector selector;
  private final int threads;
  private final int[] labels;
  private final Queue<Scratch> spares = new ConcurrentLinkedQueue<>();
  private int[] choices = new int[0];

  /** The working memory of one thread. */
  private record Scratch(RatingMap ratings, ArcRow row) {}

  /**
   * Gives every node a label of its own.
   *
   * @param part partition of the nodes, or null; edges between different parts are not rated
   */
  public BatchedLabelPropagation(
      WeightedGraph graph, RowPolicy policy, int[] part, LabelSelector selector, int threads) {
    this.graph = graph;
    this.policy = policy;
    this.part = part;
    this.selector = selector;
    this.threads = threads;
    this.labels = new int[graph.nodeCount()];
    Arrays.setAll(labels, v -> v);
  }

  /** The label of every node, which is the number of a node; changed by rounds. */
  public int[] labels() {
    return labels;
  }

  /**
   * Visits every node once.
   *
   * @return how many moved
   */
  public int round(Batches batches) {
    int moved = 0;
    for (int i = 0; i < batches.count() && !selector.isDone(); i++) {
      int batch = i;
      int slots = batches.slots(batch);
      if (choices.length < slots) {
        choices = new int[slots];
      }
      Parallel.forEachRange(
          threads,
          slots,
          SLOTS_PER_CHUNK,
          (from, to) -> choose(batches, batch, (int) from, (int) to));
      moved += move(batches, batch, slots);
    }
    return moved;
  }

  private void choose(Batches batches, int batch, int from, int to) {
    Scratch spare = spares.poll();
    Scratch scratch =
        spare == null ? new Scratch(policy.ratings().apply(labels.length), new ArcRow()) : spare;
    for (int slot = from; slot < to; slot++) {
      int v = batches.node(batch, slot);
      if (v >= 0) {
        choices[slot] = selector.visits(v) ? choice(v, scratch) : labels[v];
      }
    }
    spares.add(scratch);
  }

  private int choice(int v, Scratch scratch) {
    RatingMap ratings = scratch.ratings;
    ArcRow row = scratch.row;
    graph.read(v, policy.arcsRead(), row);
    ratings.clear();
    ratings.reserve(row.to() - row.from());
    for (int e = row.from(), end = row.to(); e < end; e++) {
      int u = row.target(e);
      if (u != v && (part == null || part[u] == part[v])) {
        ratings.add(labels[u], row.weight(e));
      }
    }
    return selector.select(v, labels[v], ratings);
  }

  private int move(Batches batches, int batch, int slots) {
    int moved = 0;
    for (int slot = 0; slot < slots; slot++) {
      int v = batches.node(batch, slot);
      if (v >= 0 && choices[slot] != labels[v] && selector.move(v, labels[v], choices[slot])) {
        labels[v] = choices[slot];
        moved++;
      }
    }
    return moved;
  }
}
