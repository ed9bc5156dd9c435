package dev.atoll.train.batch.shard;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.halo.PeerRows;
import dev.atoll.train.halo.exchange.LayerPlans;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The rows of a shard that the loss depends on. Core rows are ordered by their distance in hops
 * from a training node of any worker, so that the rows which a layer computes are a prefix. A layer
 * reads the halo rows with an edge to one of them; no others are exchanged.
 */
public final class NeededRows {
  private static final int ROWS_PER_CHUNK = 1 << 12;

  private final Ordering order;
  private final Ordering haloOrder;
  private final int[] within;
  private final HaloPlan all;
  private final byte[] readAt;
  private final byte[][] givenAt;
  private final LayerPlans plans;

  /**
   * @param within by hops, the number of core rows at most that far from a training node
   * @param readAt the smallest distance of a core row that reads it, for every halo row
   * @param givenAt the same distance for the rows that each peer reads
   */
  private NeededRows(
      Ordering order,
      Ordering haloOrder,
      int[] within,
      HaloPlan all,
      byte[] readAt,
      byte[][] givenAt,
      LayerPlans plans) {
    this.order = order;
    this.haloOrder = haloOrder;
    this.within = within;
    this.all = all;
    this.readAt = readAt;
    this.givenAt = givenAt;
    this.plans = plans;
  }

  /** Every row, in the order of the shard; only for evaluation. */
  public static NeededRows all(Shard shard, HaloPlan halo) {
    return new NeededRows(
        Ordering.identity(shard.coreCount()),
        Ordering.identity(shard.haloCount()),
        new int[0],
        halo,
        new byte[0],
        new byte[0][],
        LayerPlans.same(halo));
  }

  /**
   * Finds the rows of a model's layers. All workers call it together.
   *
   * @param halo the rows that workers read of each other, in the order of the shard
   * @param near an order of core nodes for locality: core rows of as many hops, and halo rows, are
   *     in the order of their owners; without, all are in the order of the shard's nodes
   * @param seeds the training nodes of all workers, by their numbers after partitioning
   */
  public static NeededRows of(
      Shard shard,
      HaloPlan halo,
      Optional<Ordering> near,
      long[] seeds,
      int layers,
      Communicator workers,
      int threads) {
    var search = new Search(shard, halo, layers);
    search.begin(seeds);
    for (byte hop = 0; hop < layers; hop++) {
      search.spread(hop, threads);
      search.tellOwners(hop, workers);
    }
    Ordering order = search.order(near.orElse(Ordering.identity(shard.coreCount())));
    HaloPlan all = halo.reordered(order, workers);
    Ordering haloOrder = Ordering.identity(shard.haloCount());
    if (near.isPresent()) {
      haloOrder = all.haloByRow();
      search.sort(haloOrder, all::boundaryByRow);
      all = all.byRow();
    }
    int[] within = search.within();
    var plans = new ArrayList<HaloPlan>();
    plans.add(all);
    for (int layer = 1; layer < layers; layer++) {
      int[] ownerRows =
          Arrays.stream(workers.allGather(Purpose.CONTROL, within[layers - layer]))
              .mapToInt(Math::toIntExact)
              .toArray();
      plans.add(
          all.ofLayer(
              search.haloPlaces(layers - 1 - layer),
              search.boundaryPlaces(layers - 1 - layer),
              ownerRows,
              workers.rank()));
    }
    return new NeededRows(
        order, haloOrder, within, all, search.readAt, search.givenAt, new LayerPlans(plans));
  }

  /** The order of core rows: training nodes first, then by hops. */
  Ordering order() {
    return order;
  }

  /** The order of halo rows: of every owner in the order of its core rows. */
  Ordering haloOrder() {
    return haloOrder;
  }

  /** The rows that workers read of each other, needed or not. */
  public HaloPlan all() {
    return all;
  }

  /** The rows that are exchanged before each layer; before the first, all are here. */
  public LayerPlans plans() {
    return plans;
  }

  public int layers() {
    return within.length - 1;
  }

  /** The number of core rows that a layer computes. */
  public int targets(int layer) {
    return within[layers() - 1 - layer];
  }

  /** The number of core rows that a layer reads; the first reads all. */
  int sources(int layer) {
    return layer == 0 ? order.nodeCount() : targets(layer - 1);
  }

  /** Whether two layers compute and read the same rows. */
  boolean areAlike(int layer, int other) {
    return targets(layer) == targets(other)
        && sources(layer) == sources(other)
        && plans.of(layer).haloCount() == plans.of(other).haloCount();
  }

  /** Whether a layer computes and reads all rows. */
  boolean areAll(int layer) {
    return targets(layer) == order.nodeCount() && plans.of(layer).haloCount() == all.haloCount();
  }

  /** The index of every halo row among the halo rows that a layer reads; −1 for other rows. */
  int[] haloPlaces(int layer) {
    int[] places = new int[all.haloCount()];
    int next = 0;
    for (int row = 0; row < places.length; row++) {
      places[row] = isRead(layer, readAt[row]) ? next++ : -1;
    }
    return places;
  }

  /** The halo rows that a layer reads, as indices among all of them. */
  int[] haloRows(int layer) {
    return IntStream.range(0, all.haloCount()).filter(row -> isRead(layer, readAt[row])).toArray();
  }

  private boolean isRead(int layer, byte hop) {
    return layer == 0 || hop <= layers() - 1 - layer;
  }

  /** The rows of a draw that each layer needs, given a draw from all halo rows. */
  LayerPlans drawn(HaloPlan draw) {
    var drawn = new ArrayList<HaloPlan>();
    for (int layer = 0; layer < plans.byLayer().size(); layer++) {
      drawn.add(layer == 0 ? draw : drawn(draw, layer));
    }
    return new LayerPlans(drawn);
  }

  private HaloPlan drawn(HaloPlan draw, int layer) {
    int[][] read = new int[all.workers()][];
    int[][] given = new int[all.workers()][];
    for (int peer = 0; peer < read.length; peer++) {
      read[peer] = places(layer, readAt, all.haloStart(peer), draw.halo(peer));
      given[peer] = places(layer, givenAt[peer], 0, draw.boundary(peer));
    }
    return plans.of(layer).chosen(read, given);
  }

  /**
   * The indices of drawn and needed rows among the needed rows of their owner.
   *
   * @param first the index of that owner's first row in {@code hops}
   */
  private int[] places(int layer, byte[] hops, int first, PeerRows drawn) {
    int[] places = new int[drawn.count()];
    int count = 0;
    int neededBefore = 0;
    int at = first;
    for (int i = 0; i < places.length; i++) {
      for (; at < first + drawn.place(i); at++) {
        neededBefore += isRead(layer, hops[at]) ? 1 : 0;
      }
      if (isRead(layer, hops[at])) {
        places[count++] = neededBefore;
      }
    }
    return Arrays.copyOf(places, count);
  }

  /** The halo rows of a draw that a layer reads, as indices among all of them, ascending. */
  int[] drawnHaloRows(HaloPlan draw, int layer) {
    int[] rows = new int[draw.haloCount()];
    int count = 0;
    for (int owner = 0; owner < draw.workers(); owner++) {
      for (int i = 0; i < draw.haloCount(owner); i++) {
        int row = all.haloStart(owner) + draw.haloPlace(owner, i);
        if (isRead(layer, readAt[row])) {
          rows[count++] = row;
        }
      }
    }
    return Arrays.copyOf(rows, count);
  }

  /** A search from the training nodes against the direction of edges, one hop at a time. */
  private static final class Search {
    private final Shard shard;
    private final HaloPlan halo;
    private final int first;
    private final byte far;
    private final byte[] hops;
    private byte[] readAt;
    private final byte[][] givenAt;

    Search(Shard shard, HaloPlan halo, int layers) {
      if (layers >= Byte.MAX_VALUE) {
        throw new IllegalArgumentException(
            "layers: expected fewer than %d, got %d".formatted(Byte.MAX_VALUE, layers));
      }
      this.shard = shard;
      this.halo = halo;
      this.first = shard.book().first(shard.part());
      this.far = (byte) (layers + 1);
      this.hops = filled(shard.coreCount());
      this.readAt = filled(shard.haloCount());
      this.givenAt = new byte[halo.workers()][];
      Arrays.setAll(givenAt, peer -> filled(halo.boundaryCount(peer)));
    }

    private byte[] filled(int length) {
      byte[] hopsOfRows = new byte[length];
      Arrays.fill(hopsOfRows, far);
      return hopsOfRows;
    }

    void begin(long[] seeds) {
      for (long seed : seeds) {
        if (seed >= first && seed < first + hops.length) {
          hops[(int) seed - first] = 0;
        }
      }
    }

    /** Several threads may find the same row, but all write the same. */
    void spread(byte hop, int threads) {
      Parallel.forEachRange(
          threads,
          hops.length,
          ROWS_PER_CHUNK,
          (from, to) -> {
            for (int row = (int) from; row < to; row++) {
              if (hops[row] == hop) {
                spreadFrom(row, hop);
              }
            }
          });
    }

    private void spreadFrom(int row, byte hop) {
      int node = first + row;
      long degree = shard.inDegree(node);
      for (long e = 0; e < degree; e++) {
        long source = shard.inNeighbor(node, e);
        long own = source - first;
        if (own >= 0 && own < hops.length) {
          reach((int) own, hop);
        } else {
          int place = shard.haloPlace(source);
          if (readAt[place] == far) {
            readAt[place] = hop;
          }
        }
      }
    }

    private void reach(int row, byte hop) {
      if (hops[row] == far) {
        hops[row] = (byte) (hop + 1);
      }
    }

    void tellOwners(byte hop, Communicator workers) {
      int[][] read = new int[halo.workers()][];
      Arrays.setAll(read, owner -> haloPlaces(owner, hop, hop));
      int[][] given = halo.tellOwners(read, workers);
      for (int peer = 0; peer < given.length; peer++) {
        for (int place : given[peer]) {
          givenAt[peer][place] = hop;
          reach(halo.boundaryRow(peer, place), hop);
        }
      }
    }

    private int[] haloPlaces(int owner, int fewest, int most) {
      int begin = halo.haloStart(owner);
      return IntStream.range(0, halo.haloCount(owner))
          .filter(i -> readAt[begin + i] >= fewest && readAt[begin + i] <= most)
          .toArray();
    }

    /** Reorders halo rows, and the rows that peers read. */
    void sort(Ordering haloOrder, IntFunction<Ordering> boundaryOrder) {
      readAt = sorted(readAt, haloOrder);
      Arrays.setAll(givenAt, peer -> sorted(givenAt[peer], boundaryOrder.apply(peer)));
    }

    private static byte[] sorted(byte[] hopsOfRows, Ordering order) {
      byte[] sorted = new byte[hopsOfRows.length];
      for (int i = 0; i < sorted.length; i++) {
        sorted[i] = hopsOfRows[order.oldOf(i)];
      }
      return sorted;
    }

    /** The indices of each owner's halo rows that core rows within some hops read. */
    int[][] haloPlaces(int most) {
      int[][] places = new int[halo.workers()][];
      Arrays.setAll(places, owner -> haloPlaces(owner, 0, most));
      return places;
    }

    /** The indices of the rows that each peer's core rows within some hops read. */
    int[][] boundaryPlaces(int most) {
      int[][] places = new int[halo.workers()][];
      Arrays.setAll(
          places,
          peer ->
              IntStream.range(0, givenAt[peer].length)
                  .filter(i -> givenAt[peer][i] <= most)
                  .toArray());
      return places;
    }

    int[] within() {
      int[] within = new int[far];
      for (byte hop : hops) {
        if (hop < far) {
          within[hop]++;
        }
      }
      Arrays.parallelPrefix(within, Integer::sum);
      return within;
    }

    Ordering order(Ordering near) {
      List<int[]> byHop =
          IntStream.rangeClosed(0, far)
              .mapToObj(
                  hop ->
                      IntStream.range(0, hops.length)
                          .map(near::oldOf)
                          .filter(row -> hops[row] == hop)
                          .toArray())
              .toList();
      return Ordering.ofNewToOld(byHop.stream().flatMapToInt(Arrays::stream).toArray());
    }
  }
}
