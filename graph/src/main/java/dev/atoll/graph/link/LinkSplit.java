package dev.atoll.graph.link;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Links;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import dev.atoll.graph.csr.CsrBuilder;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.csr.EdgeSource;
import dev.atoll.graph.csr.GraphOperations;
import dev.atoll.graph.csr.Storage;
import dev.atoll.graph.parallel.Parallel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;

/**
 * Splits a dataset's edges into training, validation and test links. Which role a link has, and
 * which of its ends leads, is a function of the key and its two nodes: the same everywhere.
 *
 * @param validation the share of links that validate
 * @param test the share of links that test
 */
public record LinkSplit(double validation, double test, RandomKey key) {
  private static final CsrOptions UNDIRECTED = CsrOptions.simple(false);

  public LinkSplit {
    if (!(validation >= 0) || !(test >= 0) || validation + test >= 1) {
      throw new IllegalArgumentException(
          "link.validation=%s and link.test=%s: expected shares of at least 0 that leave links to train on"
              .formatted(validation, test));
    }
  }

  /**
   * The dataset with links to learn, and a graph of the training links. Links with a published
   * split keep it; the edges of other datasets, without direction, are split.
   */
  public Dataset of(Dataset dataset) {
    Links links = dataset.links().orElseGet(() -> drawn(dataset));
    if (links.count(Split.TRAIN) == 0) {
      throw new BadDataException(
          "dataset %s: none of its %d links is for training; make link.validation and link.test smaller"
              .formatted(dataset.name(), links.count()));
    }
    return dataset.with(trainingGraph(dataset, links)).with(links);
  }

  private static CsrGraph trainingGraph(Dataset dataset, Links links) {
    var edges =
        new EdgeSource() {
          @Override
          public long nodeCount() {
            return dataset.graph().nodeCount();
          }

          @Override
          public int chunkCount() {
            return 1;
          }

          @Override
          public void forEach(int chunk, EdgeSink sink) {
            for (int link = 0; link < links.count(); link++) {
              if (links.role(link) == Split.TRAIN) {
                sink.accept(links.head(link), links.tail(link));
              }
            }
          }
        };
    Storage storage = Storage.in(dataset.memory());
    var builder = new CsrBuilder(UNDIRECTED);
    if (dataset.graph().data().isEmpty()) {
      return builder.build(edges, storage);
    }
    try (Arena passing = Arena.ofShared()) {
      CsrGraph training = builder.build(edges, Storage.in(passing));
      CsrGraph known = withData(training, dataset.graph(), passing, storage);
      return known.edgeCount() == training.edgeCount() ? known : builder.build(edges, storage);
    }
  }

  /**
   * The training links that are edges, with their data: of both directions those of the heavier
   * one. The data of other links are unknown.
   */
  private static CsrGraph withData(
      CsrGraph training, CsrGraph graph, Arena passing, Storage storage) {
    int threads = Parallel.allCores();
    CsrGraph both = new GraphOperations(Storage.in(passing), threads).symmetrized(graph);
    return new CsrGraph(
        new GraphOperations(storage, threads)
            .selected(both.rows(), (source, target) -> hasEdge(training, source, target)));
  }

  /** Whether an ascending row has a neighbour. */
  private static boolean hasEdge(CsrGraph graph, int source, int target) {
    long low = graph.rowStart(target);
    long end = graph.rowStart(target + 1L);
    for (long high = end; low < high; ) {
      long middle = (low + high) >>> 1;
      if (graph.source(middle) < source) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < end && graph.source(low) == source;
  }

  private Links drawn(Dataset dataset) {
    CsrGraph graph = dataset.graph();
    long[] pairs = pairs(graph);
    Arena memory = dataset.memory();
    MemorySegment heads = memory.allocate(JAVA_INT, Math.max(1, pairs.length));
    MemorySegment tails = memory.allocate(JAVA_INT, Math.max(1, pairs.length));
    MemorySegment roles = memory.allocate(Math.max(1, pairs.length));
    byte[] role = roles(pairs);
    for (int i = 0; i < pairs.length; i++) {
      int low = (int) (pairs[i] >>> Integer.SIZE);
      int high = (int) pairs[i];
      boolean lowLeads = lowLeads(low, high);
      heads.setAtIndex(JAVA_INT, i, lowLeads ? low : high);
      tails.setAtIndex(JAVA_INT, i, lowLeads ? high : low);
      roles.set(JAVA_BYTE, i, role[i]);
    }
    return Links.all(pairs.length, heads, tails, Optional.empty(), 1, roles, true);
  }

  /** Whether of two nodes that a link joins the lower one is its head. */
  public boolean lowLeads(int low, int high) {
    return key.child("direction").child(low).unit(high) < 0.5;
  }

  /**
   * The role of a link when no worker sees all of them: drawn from its two nodes only, so that
   * shares are met approximately.
   */
  public int drawnRole(int low, int high) {
    double draw = key.child("role").unit((long) low << Integer.SIZE | high);
    return draw < test ? Split.TEST : draw < test + validation ? Split.VALIDATION : Split.TRAIN;
  }

  /** Every pair joined by an edge, once, with the lower node in the upper half; ascending. */
  private static long[] pairs(CsrGraph graph) {
    if (graph.edgeCount() > Integer.MAX_VALUE) {
      throw new BadDataException(
          "%d edges: links can be drawn from at most %d; give the dataset links of its own"
              .formatted(graph.edgeCount(), Integer.MAX_VALUE));
    }
    long[] pairs = new long[(int) graph.edgeCount()];
    int count = 0;
    for (long v = 0; v < graph.nodeCount(); v++) {
      for (long e = graph.rowStart(v); e < graph.rowStart(v + 1); e++) {
        long u = graph.source(e);
        if (u != v) {
          pairs[count++] = Math.min(u, v) << Integer.SIZE | Math.max(u, v);
        }
      }
    }
    Arrays.sort(pairs, 0, count);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (kept == 0 || pairs[kept - 1] != pairs[i]) {
        pairs[kept++] = pairs[i];
      }
    }
    return Arrays.copyOf(pairs, kept);
  }

  /** The roles of pairs: the smallest draws are for test, the next ones for validation. */
  private byte[] roles(long[] pairs) {
    int tests = (int) Math.round(test * pairs.length);
    int validations = (int) Math.round(validation * pairs.length);
    RandomKey role = key.child("role");
    long[] draws = new long[pairs.length];
    Arrays.setAll(draws, i -> role.draw(pairs[i]) ^ Long.MIN_VALUE); // unsigned order as signed
    long[] ascending = draws.clone();
    Arrays.sort(ascending);
    byte[] roles = new byte[pairs.length];
    for (int i = 0; i < roles.length; i++) {
      int place = Arrays.binarySearch(ascending, draws[i]); // different pairs have different draws
      roles[i] =
          (byte)
              (place < tests
                  ? Split.TEST
                  : place < tests + validations ? Split.VALIDATION : Split.TRAIN);
    }
    return roles;
  }
}
