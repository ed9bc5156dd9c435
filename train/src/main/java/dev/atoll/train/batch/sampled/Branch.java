package dev.atoll.train.batch.sampled;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.tensor.Matrix;
import dev.atoll.train.placement.BatchStore;
import dev.atoll.train.schedule.DagBuilder;
import dev.atoll.train.store.Columns;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The neighbourhoods of some seeds under construction: the nodes sampled by hops, and their feature
 * rows. Its hops and fetches are operators of a DAG; a hop and the fetch of the one before may run
 * at the same time. Memory is reused for later batches.
 *
 * <pre>
 *   nodes    seeds | new in hop 0 | new in hop 1 | …
 *   pieces     0          1              2           each fetched separately, or all at once
 * </pre>
 *
 * A piece of fewer elements than a bound is fetched with the next one.
 */
public final class Branch implements AutoCloseable {
  private final Sampler sampler;
  private final SampledBatch sampled;
  private final List<NewNodes> pieces = new ArrayList<>();
  private final IntUnaryOperator degreeOf;
  private final long fewElements;
  private final boolean wantsDegrees;
  private final boolean degreesWithin;
  private final int width;
  private final BatchRows rows;

  private RandomKey key;
  private Columns columns = Columns.ALL;
  private boolean inPieces;
  private int[] degrees = {};

  /**
   * @param newStore makes a reader of features; one is made for every piece
   * @param rowsOf makes buffers for feature rows of a width
   * @param wantsDegrees whether in-degrees of all nodes come with their rows
   * @param degreeOf in-degrees by node, to estimate the cost of a hop
   * @param fewElements pieces of fewer go with the next
   */
  Branch(
      Sampler sampler,
      Supplier<BatchStore> newStore,
      IntFunction<BatchRows> rowsOf,
      boolean wantsDegrees,
      IntUnaryOperator degreeOf,
      long fewElements) {
    this.sampler = sampler;
    this.degreesWithin = wantsDegrees && sampler.isSubgraph();
    this.sampled =
        degreesWithin
            ? SampledBatch.withSourceDegrees(sampler.layers())
            : SampledBatch.ofLayers(sampler.layers());
    this.wantsDegrees = wantsDegrees;
    this.degreeOf = degreeOf;
    this.fewElements = fewElements;
    for (int piece = 0; piece <= sampler.layers(); piece++) {
      pieces.add(new NewNodes(newStore.get()));
    }
    this.width = pieces.getFirst().width();
    this.rows = rowsOf.apply(width);
  }

  /**
   * Adds the hops and fetches of a branch to a DAG.
   *
   * @param of finds the branch in the batch
   * @param prefix of the names of its tasks
   * @param layers hops
   * @param byHop whether the nodes of every hop are fetched by themselves, as soon as it is done
   * @param root the task that calls {@link #begin}
   * @return the tasks after which the branch is complete
   */
  public static <B> List<String> compose(
      DagBuilder<B> dag,
      Function<B, Branch> of,
      String prefix,
      int layers,
      boolean byHop,
      String root) {
    return compose(dag, of, prefix, layers, byHop, root, _ -> List.of());
  }

  /**
   * Adds hops that come after other tasks as well.
   *
   * @param alsoAfter the tasks that the hop of a layer comes after, besides the hop before
   */
  static <B> List<String> compose(
      DagBuilder<B> dag,
      Function<B, Branch> of,
      String prefix,
      int layers,
      boolean byHop,
      String root,
      IntFunction<List<String>> alsoAfter) {
    List<String> ends = new ArrayList<>();
    String before = root;
    for (int layer = 0; layer < layers; layer++) {
      if (byHop) {
        ends.add(composeFetch(dag, of, prefix, layer, before));
      }
      int hop = layer;
      String name = prefix + "hop " + hop;
      String[] after =
          Stream.concat(Stream.of(before), alsoAfter.apply(hop).stream()).toArray(String[]::new);
      dag.hop(name, b -> of.apply(b).hop(hop), b -> of.apply(b).hopCost(hop), after);
      before = name;
    }
    if (byHop) {
      ends.add(composeFetch(dag, of, prefix, layers, before));
    } else {
      ends.add(prefix + "fetch");
      dag.fetch(
          prefix + "fetch", b -> of.apply(b).fetchAll(), b -> of.apply(b).fetchAllCost(), before);
    }
    return ends;
  }

  private static <B> String composeFetch(
      DagBuilder<B> dag, Function<B, Branch> of, String prefix, int piece, String after) {
    String name = prefix + "fetch " + (piece == 0 ? "seeds" : piece - 1);
    dag.fetch(name, b -> of.apply(b).fetch(piece), b -> of.apply(b).fetchCost(piece), after);
    return name;
  }

  /**
   * Begins with the seeds of a step; the sampler must be set to the same step.
   *
   * @param stepKey names the draws of the batch
   */
  public void begin(long[] seeds, RandomKey stepKey) {
    key = stepKey;
    sampler.begin(seeds, 0, seeds.length, sampled);
    int firstSeed = seeds.length > 0 ? (int) seeds[0] : -1;
    pieces.forEach(piece -> piece.begin(firstSeed));
    rows.begin();
    inPieces = false;
    list(0, 0);
  }

  /**
   * Lists the nodes from an index on, and the nodes of the previous piece if its fetch was
   * deferred.
   */
  private void list(int piece, int known) {
    int from = piece > 0 && waits(piece - 1) ? pieces.get(piece - 1).first() : known;
    pieces.get(piece).list(sampled, from, degreeOf);
  }

  /** Whether a piece is so small that it is fetched with the next. */
  private boolean waits(int piece) {
    return piece < sampler.layers() && (long) pieces.get(piece).count() * width < fewElements;
  }

  private void hop(int layer) {
    int known = sampled.drawnNodes();
    sampler.hop(layer, key, sampled);
    list(layer + 1, known);
    if (layer == sampler.layers() - 1) {
      sampler.end(sampled);
    }
  }

  /** The degrees of all nodes that the hop starts from. */
  private long hopCost(int layer) {
    long cost = pieces.get(layer).degreeSum();
    for (int piece = 0; piece < layer; piece++) {
      cost += waits(piece) ? 0 : pieces.get(piece).degreeSum();
    }
    return cost;
  }

  private long fetchCost(int piece) {
    return waits(piece) ? 0 : (long) pieces.get(piece).count() * width;
  }

  private long fetchAllCost() {
    return (long) sampled.drawnNodes() * width;
  }

  private void fetch(int piece) {
    NewNodes nodes = pieces.get(piece);
    inPieces = true;
    if (!waits(piece)) {
      nodes.fetch(columns, rows.piece(nodes), wantsDegrees);
    }
  }

  private void fetchAll() {
    int count = sampled.nodeCount();
    makeDegrees(count);
    pieces
        .getFirst()
        .fetch(sampled.nodes(), count, columns, rows.all(count), wantsDegrees ? degrees : null);
  }

  private void makeDegrees(int count) {
    if (wantsDegrees && degrees.length < count) {
      degrees = new int[count + count / 4];
    }
  }

  /** Puts the pieces together, should they have been fetched by themselves. */
  public void complete() {
    if (inPieces) {
      settle();
    }
    if (degreesWithin) {
      MemorySegment within = sampled.block(sampled.layers() - 1).sourceDegree();
      for (int i = 0; i < sampled.nodeCount(); i++) {
        degrees[i] = within.getAtIndex(JAVA_INT_UNALIGNED, i) + 1;
      }
    }
  }

  private void settle() {
    int count = sampled.nodeCount();
    List<NewNodes> fetched =
        IntStream.range(0, pieces.size())
            .filter(piece -> !waits(piece))
            .mapToObj(pieces::get)
            .toList();
    rows.settle(fetched, count);
    if (wantsDegrees) {
      makeDegrees(count);
      fetched.forEach(nodes -> nodes.copyDegrees(degrees));
    }
  }

  /**
   * Sets the step of the run that the next batch belongs to.
   *
   * @param pulled the columns that it pulls from other workers
   */
  void step(long step, Columns pulled) {
    sampler.step(step);
    columns = pulled;
  }

  /** The blocks, complete after the last hop. */
  public SampledBatch sampled() {
    return sampled;
  }

  /** A row per node; the first columns are its features. */
  public Matrix rows() {
    return ((BatchRows.Dense) rows).rows();
  }

  /** The rows, dense or sparse. */
  BatchRows batchRows() {
    return rows;
  }

  /** Columns of features. */
  public int width() {
    return width;
  }

  /**
   * In-degrees of the nodes plus one, as each counts itself as a neighbour; empty when not wanted.
   */
  public int[] degrees() {
    return degrees;
  }

  /** Bytes of sampled neighbourhoods and of the sampler's tables. */
  long heldBytes() {
    return sampled.heldBytes() + sampler.heldBytes() + (long) degrees.length * Integer.BYTES;
  }

  @Override
  public void close() {
    sampler.close();
    sampled.close();
    pieces.forEach(NewNodes::close);
  }
}
