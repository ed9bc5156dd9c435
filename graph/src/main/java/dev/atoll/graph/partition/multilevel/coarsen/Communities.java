package dev.atoll.graph.partition.multilevel.coarsen;

import dev.atoll.graph.Parallel;
import dev.atoll.graph.RandomKey;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Communities of large modularity, after Louvain (Blondel et al. 2008): every node moves to the
 * community C with the largest
 *
 * <pre>  w(v, C) − vol(v)·vol(C)/vol(V)</pre>
 *
 * where w sums edge weights and vol weighted degrees; then communities shrink to nodes and the same
 * goes on. Contracting only inside communities keeps the small cuts of a graph visible on its
 * coarse levels (Heuer, Schlag 2017). Rounds go in batches as in {@link LabelPropagation}.
 */
final class Communities {
  private static final int ROUNDS = 3;
  private static final int BLOCKS_PER_CHUNK = 512;
  private static final double WORTH_A_ROUND = 0.02;
  private static final double WORTH_A_LEVEL = 0.9;

  private final int threads;

  Communities(int threads) {
    this.threads = threads;
  }

  /** The community of every node. */
  int[] find(WeightedGraph graph, RandomKey key) {
    long[] volumes = new long[graph.nodeCount()];
    var row = new Row();
    for (int v = 0; v < volumes.length; v++) {
      graph.read(v, row);
      for (int e = row.from(); e < row.to(); e++) {
        volumes[v] += graph.weight(row.arcs()[e]);
      }
    }
    return find(graph, volumes, key);
  }

  private int[] find(WeightedGraph graph, long[] volumes, RandomKey key) {
    var moving = new Moving(graph, volumes);
    for (int round = 0; round < ROUNDS; round++) {
      if (moving.round(key.child(round)) < WORTH_A_ROUND * graph.nodeCount()) {
        break;
      }
    }
    Level level = Contraction.contract(graph, moving.label, threads);
    int nodes = level.graph().nodeCount();
    int[] communities;
    if (nodes > WORTH_A_LEVEL * graph.nodeCount()) {
      communities = new int[nodes];
      Arrays.setAll(communities, v -> v);
    } else {
      communities = find(level.graph(), level.sum(volumes), key.child("coarser"));
    }
    return level.project(communities);
  }

  private final class Moving {
    private final WeightedGraph graph;
    private final long[] volumes;
    private final long[] volumeOf;
    private final double total;
    private final int[] label;
    private final int[] decision;
    private final Queue<Desk> spares = new ConcurrentLinkedQueue<>();

    Moving(WeightedGraph graph, long[] volumes) {
      this.graph = graph;
      this.volumes = volumes;
      this.volumeOf = volumes.clone();
      this.total = Math.max(1, Arrays.stream(volumes).sum());
      this.label = new int[volumes.length];
      this.decision = new int[Math.ceilDiv(volumes.length, LabelPropagation.BATCHES)];
      Arrays.setAll(label, v -> v);
    }

    int round(RandomKey key) {
      int moved = 0;
      int salt = (int) key.draw(0);
      int chunks = Math.ceilDiv(decision.length, BLOCKS_PER_CHUNK);
      for (int i = 0; i < LabelPropagation.BATCHES; i++) {
        int batch = i;
        Parallel.forEach(threads, chunks, chunk -> decide(chunk, batch, salt));
        moved += move(batch, salt);
      }
      return moved;
    }

    private void decide(int chunk, int batch, int salt) {
      Desk spare = spares.poll();
      Desk desk = spare == null ? new Desk(label.length) : spare;
      int end = Math.min(decision.length, (chunk + 1) * BLOCKS_PER_CHUNK);
      for (int block = chunk * BLOCKS_PER_CHUNK; block < end; block++) {
        int v = LabelPropagation.node(block, batch, salt);
        if (v < label.length) {
          decision[block] = choose(v, desk);
        }
      }
      spares.add(desk);
    }

    private int choose(int v, Desk desk) {
      RatingMap ratings = desk.ratings();
      int[] arcs = desk.read(graph, v);
      for (int e = desk.row().from(), end = desk.row().to(); e < end; e++) {
        ratings.add(label[graph.target(arcs[e])], graph.weight(arcs[e]));
      }
      int own = label[v];
      int best = own;
      double share = volumes[v] / total;
      double most = ratings.sumOf(own) - share * (volumeOf[own] - volumes[v]);
      for (int i = 0; i < ratings.size(); i++) {
        int candidate = ratings.label(i);
        if (candidate != own) {
          double score = ratings.sum(i) - share * volumeOf[candidate];
          if (score > most || (score == most && candidate < best)) {
            best = candidate;
            most = score;
          }
        }
      }
      return best;
    }

    private int move(int batch, int salt) {
      int moved = 0;
      for (int block = 0; block < decision.length; block++) {
        int v = LabelPropagation.node(block, batch, salt);
        if (v < label.length && decision[block] != label[v] && volumeOf[decision[block]] > 0) {
          volumeOf[label[v]] -= volumes[v];
          volumeOf[decision[block]] += volumes[v];
          label[v] = decision[block];
          moved++;
        }
      }
      return moved;
    }
  }
}
