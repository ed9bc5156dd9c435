package dev.atoll.graph.partition.multilevel.coarsen;

import dev.atoll.graph.Parallel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Shrinks every cluster of a graph to one node; edges between two clusters become one. */
final class Contraction {
  private final WeightedGraph fine;
  private final int[] map;
  private final int nodes;
  private final int[] memberStart;
  private final int[] member;
  private final RowBlocks blocks;
  private final int[] weights;
  private final Queue<Place> spares = new ConcurrentLinkedQueue<>();

  /** What a thread works with. */
  private record Place(RatingMap ratings, Row row, RowBlocks.Writer writer) {}

  private Contraction(WeightedGraph fine, int[] labels) {
    this.fine = fine;
    this.map = new int[labels.length];
    this.nodes = number(labels);
    this.memberStart = new int[nodes + 1];
    this.member = new int[labels.length];
    this.blocks = new RowBlocks(nodes);
    this.weights = new int[nodes * fine.constraints()];
    collectMembers();
  }

  /** The coarser graph, and for every node the one it went into. */
  static Level contract(WeightedGraph fine, int[] labels, int threads) {
    var contraction = new Contraction(fine, labels);
    Parallel.forEach(threads, contraction.blocks.count(), contraction::build);
    return new Level(
        WeightedGraph.coarse(contraction.blocks, fine.constraints(), contraction.weights),
        contraction.map);
  }

  /** Numbers clusters as their first nodes come, so that neighbours stay near in memory. */
  private int number(int[] labels) {
    int[] numberOf = new int[labels.length];
    int next = 0;
    for (int v = 0; v < labels.length; v++) {
      if (numberOf[labels[v]] == 0) {
        numberOf[labels[v]] = ++next;
      }
      map[v] = numberOf[labels[v]] - 1;
    }
    return next;
  }

  private void collectMembers() {
    for (int coarse : map) {
      memberStart[coarse + 1]++;
    }
    for (int c = 0; c < nodes; c++) {
      memberStart[c + 1] += memberStart[c];
    }
    int[] cursor = memberStart.clone();
    for (int v = 0; v < map.length; v++) {
      member[cursor[map[v]]++] = v;
    }
  }

  private void build(int block) {
    Place spare = spares.poll();
    Place place =
        spare == null ? new Place(new RatingMap(nodes), new Row(), blocks.new Writer()) : spare;
    RowBlocks.Writer writer = place.writer;
    for (int c = writer.begin(block); c < writer.end(); c++) {
      aggregate(c, place);
      writer.reserve(place.ratings.size());
      place.ratings.store(writer);
      writer.endRow();
    }
    writer.endBlock();
    spares.add(place);
  }

  private void aggregate(int c, Place place) {
    RatingMap ratings = place.ratings;
    Row row = place.row;
    int constraints = fine.constraints();
    ratings.reset();
    for (int i = memberStart[c]; i < memberStart[c + 1]; i++) {
      for (int j = 0; j < constraints; j++) {
        weights[c * constraints + j] += fine.nodeWeight(member[i], j);
      }
      fine.read(member[i], row);
      int[] arcs = row.arcs();
      int to = row.to();
      ratings.reserve(to - row.from());
      for (int e = row.from(); e < to; e++) {
        int target = map[fine.target(arcs[e])];
        if (target != c) {
          ratings.add(target, fine.weight(arcs[e]));
        }
      }
    }
  }
}
