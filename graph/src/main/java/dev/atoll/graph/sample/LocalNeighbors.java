package dev.atoll.graph.sample;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.RowSlice;
import dev.atoll.graph.memory.RawMemory;
import dev.atoll.graph.parallel.Parallel;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.sample.draw.ChunkScratch;
import dev.atoll.graph.sample.draw.GuidedDraw;
import dev.atoll.graph.sample.draw.LocalBias;
import dev.atoll.graph.sample.draw.LocalityDraw;
import dev.atoll.graph.sample.draw.RowDraw;
import dev.atoll.graph.sample.draw.UniformDraw;
import dev.atoll.graph.sample.draw.WeightTable;
import dev.atoll.graph.sample.locality.LocalityAwareSampler;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * Neighbours from a graph in memory: a whole graph, or the rows of a shard.
 *
 * <p>Cache misses dominate, so every step is a separate loop over many rows, short enough for the
 * processor to have many reads in flight: read the bounds of rows; draw edges; read their
 * neighbours.
 */
public final class LocalNeighbors implements NeighborSource {
  private static final int CHUNK_ROWS = 256;

  private final RowSlice rows;
  private final int nodeCount;
  private final NodeNumbering numbering;

  /** Draws where probabilities differ; null when all neighbours are as likely. */
  private final RowDraw draw;

  private final int threads;
  private final long rowStarts;
  private final long sources;

  /** The rows of all nodes, in several slices; null when {@link #rows} is all there is. */
  private final JoinedRows joined;

  private LocalNeighbors(
      RowSlice rows, int nodeCount, NodeNumbering numbering, RowDraw draw, int threads) {
    this(rows, null, nodeCount, numbering, draw, threads);
  }

  private LocalNeighbors(
      RowSlice rows,
      JoinedRows joined,
      int nodeCount,
      NodeNumbering numbering,
      RowDraw draw,
      int threads) {
    this.joined = joined;
    this.rows = rows;
    this.nodeCount = nodeCount;
    this.numbering = numbering;
    this.draw = draw;
    this.threads = threads;
    this.rowStarts =
        RawMemory.address(rows.rowStarts(), (rows.rowCount() + 1L) * Long.BYTES, "row starts");
    this.sources =
        RawMemory.address(rows.neighbors(), rows.edgeCount() * Integer.BYTES, "neighbours");
    if (numbering.nodeCount() < nodeCount) {
      throw new IllegalArgumentException(
          "%d original ids do not fit %d nodes".formatted(numbering.nodeCount(), nodeCount));
    }
  }

  /** Neighbours from a graph whose nodes have the dataset's numbers. */
  public static LocalNeighbors of(CsrGraph graph) {
    return new LocalNeighbors(
        graph.rows(),
        graph.nodeCount(),
        NodeNumbering.identity(graph.nodeCount()),
        null,
        Parallel.allCores());
  }

  /** Neighbours of the nodes whose rows a shard holds: its core nodes, or all nodes. */
  public static LocalNeighbors of(Shard shard, NodeNumbering numbering) {
    return new LocalNeighbors(
        shard.rows(), shard.book().nodeCount(), numbering, null, Parallel.allCores());
  }

  /**
   * Neighbours of some nodes, which are renumbered 0, 1, …; neighbours keep the numbers of the
   * whole graph.
   *
   * @param numbering of the rows
   */
  public static LocalNeighbors ofRows(RowSlice rows, NodeNumbering numbering) {
    return new LocalNeighbors(rows, rows.rowCount(), numbering, null, Parallel.allCores());
  }

  /**
   * Neighbours of all nodes, drawn uniformly, from the rows of all shards.
   *
   * @param shards by part, each with the rows of its core nodes
   */
  public static LocalNeighbors joined(List<Shard> shards, NodeNumbering numbering) {
    Shard first = shards.getFirst();
    return new LocalNeighbors(
        first.rows(),
        new JoinedRows(shards.stream().map(Shard::rows).toList()),
        first.book().nodeCount(),
        numbering,
        null,
        Parallel.allCores());
  }

  /** A copy with neighbours drawn by weight. */
  public LocalNeighbors withWeights(WeightTable table) {
    if (table.edgeCount() != rows.edgeCount()) {
      throw new IllegalArgumentException(
          "%d weights do not fit %d edges".formatted(table.edgeCount(), rows.edgeCount()));
    }
    return withDraw(table);
  }

  /**
   * A copy that draws some neighbours with higher probability, as in {@link LocalityAwareSampler}.
   *
   * @param favoured bits of the preferred neighbours; not copied
   * @param scale the factor of their probability; read at every draw
   */
  public LocalNeighbors favouring(BitSet favoured, DoubleSupplier scale) {
    return withDraw(new LocalityDraw(rows, favoured, scale));
  }

  /** A copy that draws fewer remote neighbours (DGS). */
  public LocalNeighbors withBias(LocalBias guide) {
    return withDraw(new GuidedDraw(rows, guide));
  }

  LocalNeighbors withDraw(RowDraw newDraw) {
    if (joined != null) {
      throw new IllegalStateException(
          "rows joined from several shards are drawn from uniformly; another draw needs the rows of"
              + " one shard or graph");
    }
    return new LocalNeighbors(rows, nodeCount, numbering, newDraw, threads);
  }

  /** A copy that uses this number of threads. */
  public LocalNeighbors withThreads(int count) {
    return new LocalNeighbors(rows, joined, nodeCount, numbering, draw, count);
  }

  @Override
  public int nodeCount() {
    return nodeCount;
  }

  @Override
  public boolean weighted() {
    return draw != null && draw.corrects();
  }

  /** The row of a node; an error when it is not here. */
  private long checkedRow(int node) {
    long row = (long) node - rows.firstRow();
    if (row < 0 || row >= rows.rowCount()) {
      throw new IndexOutOfBoundsException(
          "node %d has no row here; rows are of nodes %d to %d"
              .formatted(node, rows.firstRow(), rows.firstRow() + rows.rowCount() - 1));
    }
    return row;
  }

  /** The address of the number of the first edge of a node, and of the first behind its last. */
  private long bounds(int node) {
    return joined == null ? rowStarts + checkedRow(node) * Long.BYTES : joined.bounds(node);
  }

  /** Throws when memory whose addresses were taken has been closed since. */
  private void requireOpen() {
    RawMemory.requireOpen(rows.rowStarts(), "row starts");
    RawMemory.requireOpen(rows.neighbors(), "neighbours");
    if (joined != null) {
      joined.requireOpen();
    }
    numbering.requireOpen();
    if (draw != null) {
      draw.requireOpen();
    }
  }

  @Override
  public void degrees(MemorySegment nodes, int count, MemorySegment into) {
    requireOpen();
    long node = RawMemory.address(nodes, (long) count * Integer.BYTES, "nodes");
    long degree = RawMemory.address(into, (long) count * Integer.BYTES, "degrees");
    Parallel.forEachRange(
        threads,
        count,
        CHUNK_ROWS,
        (from, to) -> {
          for (long i = from; i < to; i++) {
            int one = RawMemory.intAt(node, i);
            long bounds = bounds(one);
            long start = RawMemory.longAt(bounds, 0);
            RawMemory.setInt(degree, i, (int) (RawMemory.longAt(bounds, 1) - start));
          }
        });
  }

  @Override
  public void pick(
      MemorySegment frontier, int count, int fanout, RandomKey key, NeighborPicks into) {
    requireOpen();
    RawMemory.address(frontier, (long) count * Integer.BYTES, "frontier");
    new Job(frontier.address(), count, fanout, key, into).run();
  }

  /** The work of one call of {@link #pick}. */
  private final class Job {
    private final long frontier;
    private final int count;
    private final int fanout;
    private final RandomKey key;
    private final NeighborPicks into;
    private final int chunks;

    /** Start of every frontier node's neighbours in the graph. */
    private long graphStart;

    Job(long frontier, int count, int fanout, RandomKey key, NeighborPicks into) {
      this.frontier = frontier;
      this.count = count;
      this.fanout = fanout;
      this.key = key;
      this.into = into;
      this.chunks = Math.ceilDiv(count, CHUNK_ROWS);
    }

    void run() {
      into.beginRows(count);
      graphStart = into.graphStartAddress();
      Parallel.forEach(threads, chunks, this::readDegrees);
      into.beginEdges(addUpChunks(), weighted());
      into.beginChunks(chunks);
      Parallel.forEach(threads, chunks, this::pickChunk);
    }

    private int end(int chunk) {
      return Math.min(count, (chunk + 1) * CHUNK_ROWS);
    }

    /** Leaves row starts that count from the beginning of the chunk. */
    private void readDegrees(int chunk) {
      long degrees = into.degreeAddress();
      long starts = into.rowStartAddress();
      long edges = 0;
      for (int i = chunk * CHUNK_ROWS; i < end(chunk); i++) {
        int node = RawMemory.intAt(frontier, i);
        long bounds = bounds(node);
        long start = RawMemory.longAt(bounds, 0);
        int degree = (int) (RawMemory.longAt(bounds, 1) - start);
        RawMemory.setLong(graphStart, i, joined == null ? start : joined.place(node, start));
        RawMemory.setInt(degrees, i, degree);
        edges += Fanouts.picks(degree, fanout);
        RawMemory.setLong(starts, i + 1L, edges);
      }
    }

    /** Makes the last row start of every chunk count from the very beginning. */
    private long addUpChunks() {
      long starts = into.rowStartAddress();
      long edges = 0;
      for (int chunk = 0; chunk < chunks; chunk++) {
        edges += RawMemory.longAt(starts, end(chunk));
        RawMemory.setLong(starts, end(chunk), edges);
      }
      return edges;
    }

    private void pickChunk(int chunk) {
      finishRowStarts(chunk);
      long first = into.rowStart(chunk * CHUNK_ROWS);
      int edges = Math.toIntExact(into.rowStart(end(chunk)) - first);
      ChunkScratch scratch = ChunkScratch.ofThread();
      long[] drawn = scratch.edges(edges);
      if (draw == null) {
        drawUniformly(chunk, scratch.uniform, drawn);
      } else {
        drawUnevenly(chunk, drawn);
      }
      gather(drawn, edges, into.neighborAddress(first));
      into.ready(chunk, CHUNK_ROWS);
    }

    private void finishRowStarts(int chunk) {
      long starts = into.rowStartAddress();
      long before = into.rowStart(chunk * CHUNK_ROWS);
      for (int i = chunk * CHUNK_ROWS + 1; i < end(chunk); i++) {
        RawMemory.setLong(starts, i, before + RawMemory.longAt(starts, i));
      }
    }

    private void drawUniformly(int chunk, UniformDraw uniform, long[] drawn) {
      long degrees = into.degreeAddress();
      int at = 0;
      for (int i = chunk * CHUNK_ROWS; i < end(chunk); i++) {
        int degree = RawMemory.intAt(degrees, i);
        int picks = Fanouts.picks(degree, fanout);
        uniform.draw(rowKey(i), RawMemory.longAt(graphStart, i), degree, picks, drawn, at);
        at += picks;
      }
    }

    private void drawUnevenly(int chunk, long[] drawn) {
      int at = 0;
      for (int i = chunk * CHUNK_ROWS; i < end(chunk); i++) {
        int degree = into.degree(i);
        int picks = Fanouts.picks(degree, fanout);
        int row = RawMemory.intAt(frontier, i) - rows.firstRow();
        long corrections = into.correctionAddress(into.rowStart(i));
        draw.draw(rowKey(i), row, picks, drawn, at, corrections);
        at += picks;
      }
    }

    /** The bits of a row's key. */
    private long rowKey(int i) {
      return RandomKey.childBits(key.bits(), numbering.original(RawMemory.intAt(frontier, i)));
    }

    private void gather(long[] edges, int count, long neighbors) {
      long first = joined == null ? sources : JoinedRows.ORIGIN;
      for (int i = 0; i < count; i++) {
        RawMemory.setInt(neighbors, i, RawMemory.intAt(first, edges[i]));
      }
    }
  }
}
