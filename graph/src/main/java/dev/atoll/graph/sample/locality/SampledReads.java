package dev.atoll.graph.sample.locality;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.partition.Partitioning;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.SeedPlan;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The number of feature rows that workers read in an epoch of training on sampled neighbourhoods,
 * when each trains on the seeds of its own part.
 *
 * <p>A batch of seeds picks up to {@code fanouts[0]} in-neighbours of every seed without
 * replacement, then up to {@code fanouts[1]} of every node in the batch, and so on; each node of
 * the final batch is one row. The number is estimated by sampling: all batches of an epoch if they
 * are few, otherwise some of every part, scaled up. Products of probabilities would cost a pass
 * over all edges for every part and hop, and overstate the rows of clustered graphs, where
 * neighbours meet again; a batch joins enough draws that two or three of them are within a few per
 * cent of the mean.
 *
 * @param localRows rows that the part owns, by part
 * @param remoteRows rows that other parts own, by part
 */
public record SampledReads(List<Double> localRows, List<Double> remoteRows) {
  /** Fewer than these are drawn in all only when an epoch has fewer. */
  private static final int BATCHES = 24;

  /**
   * The shape of a batch.
   *
   * @param batch seeds per worker and step
   * @param fanouts neighbours per hop, that of the seeds first
   */
  public record Sampling(int batch, List<Integer> fanouts) {
    public Sampling {
      if (batch < 1 || fanouts.isEmpty() || fanouts.stream().anyMatch(fanout -> fanout < 1)) {
        throw new IllegalArgumentException(
            "batch %d and fanouts %s; expected at least 1 seed, 1 hop and 1 neighbour per hop"
                .formatted(batch, fanouts));
      }
      fanouts = List.copyOf(fanouts);
    }
  }

  /**
   * Draws batches.
   *
   * @param seeds all training nodes
   */
  public static SampledReads estimate(
      CsrGraph graph,
      Partitioning partitioning,
      long[] seeds,
      Sampling sampling,
      RandomKey key,
      int threads) {
    var parts =
        IntStream.range(0, partitioning.parts())
            .mapToObj(part -> Epoch.of(part, own(seeds, partitioning, part), sampling.batch, key))
            .toList();
    int perPart = Math.max(2, Math.ceilDiv(BATCHES, parts.size()));
    List<Task> tasks =
        parts.stream().flatMap(epoch -> epoch.tasks(sampling.batch, perPart)).toList();
    var counts = new Count[tasks.size()];
    var source = LocalNeighbors.of(graph).withThreads(1);
    var fanouts = new Fanouts(sampling.fanouts);
    var spares = new ConcurrentLinkedQueue<Batch>();
    try {
      Parallel.forEach(
          threads,
          counts.length,
          i -> {
            Batch spare = spares.poll();
            Batch batch = spare == null ? new Batch(source, fanouts) : spare;
            try {
              counts[i] = tasks.get(i).draw(batch, partitioning);
            } finally {
              spares.add(batch);
            }
          });
    } finally {
      spares.forEach(Batch::close);
    }
    double[] local = new double[parts.size()];
    double[] remote = new double[parts.size()];
    for (int i = 0; i < counts.length; i++) {
      Task task = tasks.get(i);
      local[task.epoch.part] += task.standsFor * counts[i].local;
      remote[task.epoch.part] += task.standsFor * counts[i].remote;
    }
    return new SampledReads(
        Arrays.stream(local).boxed().toList(), Arrays.stream(remote).boxed().toList());
  }

  private static long[] own(long[] seeds, Partitioning partitioning, int part) {
    return Arrays.stream(seeds).filter(v -> partitioning.partOf((int) v) == part).toArray();
  }

  public double allRemoteRows() {
    return remoteRows.stream().mapToDouble(Double::doubleValue).sum();
  }

  public double allLocalRows() {
    return localRows.stream().mapToDouble(Double::doubleValue).sum();
  }

  private record Count(long local, long remote) {}

  /** The shuffled seeds of a part. */
  private record Epoch(int part, SeedPlan plan, RandomKey key) {
    static Epoch of(int part, long[] seeds, int batch, RandomKey root) {
      RandomKey key = root.child("epoch").child(part);
      return new Epoch(part, SeedPlan.shuffled(seeds, batch, key), key);
    }

    /** A sample of the full batches, which represents all of them, and the last batch. */
    Stream<Task> tasks(int batch, int most) {
      int full = plan.seeds().length / batch;
      int drawn = Math.min(full, most);
      var tasks =
          IntStream.range(0, drawn).mapToObj(step -> new Task(this, step, (double) full / drawn));
      var rest = IntStream.range(full, plan.steps()).mapToObj(step -> new Task(this, step, 1));
      return Stream.concat(tasks, rest);
    }
  }

  /** A batch to be drawn, and the number of batches that it represents. */
  private record Task(Epoch epoch, int step, double standsFor) {
    Count draw(Batch batch, Partitioning partitioning) {
      SeedPlan plan = epoch.plan;
      int[] nodes = batch.draw(plan.seeds(), plan.from(step), plan.to(step), epoch.key.child(step));
      long local = Arrays.stream(nodes).filter(v -> partitioning.partOf(v) == epoch.part).count();
      return new Count(local, nodes.length - local);
    }
  }

  /** A sampler and the memory of its batch, reused for one batch after another. */
  private static final class Batch {
    private final FusedSampler sampler;
    private final SampledBatch batch;

    Batch(LocalNeighbors source, Fanouts fanouts) {
      sampler = new FusedSampler(source, fanouts);
      batch = SampledBatch.ofLayers(fanouts.layers());
    }

    int[] draw(long[] seeds, int from, int to, RandomKey key) {
      sampler.sample(seeds, from, to, key, batch);
      return batch.nodes().toArray(ValueLayout.JAVA_INT);
    }

    void close() {
      sampler.close();
      batch.close();
    }
  }
}
