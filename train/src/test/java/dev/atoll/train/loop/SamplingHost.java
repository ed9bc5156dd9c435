package dev.atoll.train.loop;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.sample.SampledBatch;
import dev.atoll.graph.sample.SampledBlock;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Kernels;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.sample.Adjacency;
import dev.atoll.tensor.sample.BlockEdges;
import dev.atoll.tensor.sample.DeviceGraph;
import dev.atoll.tensor.sample.DeviceSampler;
import dev.atoll.tensor.sample.RowTier;
import dev.atoll.tensor.sample.SamplingBackend;
import dev.atoll.tensor.sample.TieredRows;
import dev.atoll.train.batch.sampled.HostHops;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The host as a device that samples: a GPU's work in plain loops.
 *
 * @param memory opens the device's memory that these loops read and write
 */
record SamplingHost(Backend host, Supplier<Workspace> memory) implements SamplingBackend {
  /** A stated time, so that costs can be compared. */
  static final double SECONDS_PER_ROW = 0.25;

  SamplingHost(Backend host) {
    this(host, host::newWorkspace);
  }

  /** A device whose memory is limited, and read by kernels, copies and these loops alone. */
  static SamplingHost on(FarBackend far) {
    return new SamplingHost(far, far::newReadableWorkspace);
  }

  @Override
  public DeviceGraph sampling(Adjacency graph) {
    return new Graph(this, graph);
  }

  @Override
  public long freeBytes() {
    return host.freeBytes();
  }

  @Override
  public Device device() {
    return host.device();
  }

  @Override
  public Kernels kernels() {
    return host.kernels();
  }

  @Override
  public Workspace newWorkspace() {
    return host.newWorkspace();
  }

  @Override
  public void upload(MemorySegment packed, Matrix into) {
    host.upload(packed, into);
  }

  @Override
  public void upload(MemorySegment elements, Buffer into) {
    host.upload(elements, into);
  }

  @Override
  public void download(Matrix from, MemorySegment packed) {
    host.download(from, packed);
  }

  @Override
  public void download(Buffer from, MemorySegment elements) {
    host.download(from, elements);
  }

  @Override
  public void synchronize() {
    host.synchronize();
  }

  @Override
  public Backend newHostBackend(int threads) {
    return host.newHostBackend(threads);
  }

  @Override
  public int parallelism() {
    return host.parallelism();
  }

  @Override
  public String describe() {
    return host.describe();
  }

  @Override
  public void close() {
    host.close();
  }

  private record Graph(SamplingHost device, Adjacency graph) implements DeviceGraph {
    @Override
    public DeviceSampler newSampler() {
      return new Draws(device.memory.get(), graph);
    }

    @Override
    public TieredRows rows(Matrix rows, int[] near, int[] pinned) {
      var tiers = new RowTier[rows.rows()];
      Arrays.fill(tiers, pinned == null ? RowTier.PINNED : RowTier.PAGEABLE);
      for (int node : pinned == null ? new int[0] : pinned) {
        tiers[node] = RowTier.PINNED;
      }
      for (int i = 0; i < (near == null ? rows.rows() : near.length); i++) {
        tiers[near == null ? i : near[i]] = RowTier.DEVICE;
      }
      Workspace cached = device.memory.get();
      try {
        cached.matrix(Collections.frequency(List.of(tiers), RowTier.DEVICE), rows.cols());
      } catch (RuntimeException e) {
        cached.close();
        throw e;
      }
      return new Rows(rows, List.of(tiers), cached);
    }

    @Override
    public long freeBytes() {
      return device.freeBytes();
    }

    @Override
    public long heldBytes() {
      return 0;
    }

    @Override
    public boolean readsHost() {
      return true;
    }

    @Override
    public void close() {}
  }

  /**
   * All rows, in the tiers that they would have.
   *
   * @param cached memory as large as the device's rows
   */
  private record Rows(Matrix all, List<RowTier> tiers, Workspace cached) implements TieredRows {
    @Override
    public int width() {
      return all.cols();
    }

    @Override
    public int rows(RowTier tier) {
      return Collections.frequency(tiers, tier);
    }

    @Override
    public long heldBytes() {
      return rows(RowTier.DEVICE) * all.rowBytes();
    }

    @Override
    public long rowBytes() {
      return (long) all.cols() * Float.BYTES;
    }

    @Override
    public void close() {
      cached.close();
    }
  }

  private static final class Draws implements DeviceSampler, BlockEdges {
    private final Workspace memory;
    private final Adjacency graph;
    private final HostHops host;
    private final List<Csr> hops = new ArrayList<>();
    private int[] nodes = {};
    private final Map<RowTier, Integer> read = new EnumMap<>(RowTier.class);

    Draws(Workspace memory, Adjacency graph) {
      this.memory = memory;
      this.graph = graph;
      this.host = new HostHops(graph);
    }

    @Override
    public void begin(long[] all, int from, int to) {
      memory.reset();
      nodes = Arrays.stream(all, from, to).mapToInt(Math::toIntExact).toArray();
      hops.clear();
    }

    @Override
    public void hop(int fanout, long key) {
      try (var batch = SampledBatch.ofLayers(1)) {
        nodes = host.draw(nodes, fanout, new RandomKey(key), batch);
        SampledBlock block = batch.block(0);
        Buffer starts = memory.buffer(DType.I64, block.targetCount() + 1L);
        starts.data().copyFrom(block.rowStart());
        Buffer column = memory.buffer(DType.I32, block.edgeCount());
        column.data().copyFrom(block.column());
        hops.add(
            Csr.pattern(
                block.targetCount(), block.sourceCount(), block.edgeCount(), starts, column));
      }
    }

    @Override
    public int nodeCount() {
      return nodes.length;
    }

    @Override
    public Buffer nodes() {
      Buffer found = memory.buffer(DType.I32, nodes.length);
      MemorySegment.copy(nodes, 0, found.data(), JAVA_INT_UNALIGNED, 0, nodes.length);
      return found;
    }

    @Override
    public void copyNodes(MemorySegment into) {
      MemorySegment.copy(nodes, 0, into, JAVA_INT_UNALIGNED, 0, nodes.length);
    }

    @Override
    public Buffer ids() {
      Buffer found = memory.buffer(DType.I64, nodes.length);
      for (int i = 0; i < nodes.length; i++) {
        found.data().setAtIndex(JAVA_LONG_UNALIGNED, i, id(nodes[i]));
      }
      return found;
    }

    private int id(int node) {
      return graph.ids() == null
          ? node
          : graph.ids().get(JAVA_INT_UNALIGNED, (long) node * Integer.BYTES);
    }

    @Override
    public Buffer degrees() {
      Buffer found = memory.buffer(DType.I32, nodes.length);
      for (int i = 0; i < nodes.length; i++) {
        found
            .data()
            .setAtIndex(
                JAVA_INT_UNALIGNED,
                i,
                graph.degrees().get(JAVA_INT_UNALIGNED, (long) nodes[i] * Integer.BYTES));
      }
      return found;
    }

    @Override
    public Csr drawn(int hop) {
      return hops.get(hop);
    }

    @Override
    public BlockEdges edges() {
      return this;
    }

    @Override
    public Matrix gather(TieredRows rows) {
      Matrix all = ((Rows) rows).all();
      Matrix out = memory.matrix(nodes.length, all.cols());
      read.clear();
      for (int i = 0; i < nodes.length; i++) {
        read.merge(((Rows) rows).tiers().get(nodes[i]), 1, Integer::sum);
        MemorySegment.copy(
            all.data(),
            nodes[i] * all.rowBytes(),
            out.data(),
            i * out.rowBytes(),
            (long) all.cols() * Float.BYTES);
      }
      return out;
    }

    @Override
    public int rowsRead(RowTier tier) {
      return read.getOrDefault(tier, 0);
    }

    /** The seconds as if pinned rows took twice as long, and pageable ones four times. */
    @Override
    public double secondsRead(RowTier tier) {
      int times =
          switch (tier) {
            case DEVICE -> 1;
            case PINNED -> 2;
            case PAGEABLE -> 4;
          };
      return SECONDS_PER_ROW * rowsRead(tier) * times;
    }

    @Override
    public void finish() {}

    @Override
    public void release() {}

    @Override
    public long heldBytes() {
      return memory.heldBytes();
    }

    @Override
    public void close() {
      memory.close();
    }

    private static long start(Csr edges, long row) {
      return edges.rowStart().data().getAtIndex(JAVA_LONG_UNALIGNED, row);
    }

    private static int column(Csr edges, long edge) {
      return edges.column().data().getAtIndex(JAVA_INT_UNALIGNED, edge);
    }

    @Override
    public Csr withSelf(Csr drawn) {
      Buffer starts = memory.buffer(DType.I64, drawn.rows() + 1L);
      Buffer columns = memory.buffer(DType.I32, drawn.nonZeros() + drawn.rows());
      long at = 0;
      for (int v = 0; v < drawn.rows(); v++) {
        starts.data().setAtIndex(JAVA_LONG_UNALIGNED, v, at);
        columns.data().setAtIndex(JAVA_INT_UNALIGNED, at++, v);
        for (long e = start(drawn, v); e < start(drawn, v + 1L); e++) {
          if (column(drawn, e) != v) {
            columns.data().setAtIndex(JAVA_INT_UNALIGNED, at++, column(drawn, e));
          }
        }
      }
      starts.data().setAtIndex(JAVA_LONG_UNALIGNED, drawn.rows(), at);
      return Csr.pattern(drawn.rows(), drawn.cols(), at, starts, columns);
    }

    @Override
    public Buffer meanScale(Csr edges) {
      Buffer scale = memory.buffer(DType.F32, edges.rows());
      for (int v = 0; v < edges.rows(); v++) {
        long count = start(edges, v + 1L) - start(edges, v);
        scale.data().setAtIndex(JAVA_FLOAT, v, count == 0 ? 0 : 1f / count);
      }
      return scale;
    }

    @Override
    public Buffer degreeScale(Buffer degrees, int count, boolean root) {
      Buffer scale = memory.buffer(DType.F32, count);
      for (int v = 0; v < count; v++) {
        int degree = degrees.data().getAtIndex(JAVA_INT_UNALIGNED, v);
        float of = root ? (float) (1 / Math.sqrt((double) degree)) : 1f / degree;
        scale.data().setAtIndex(JAVA_FLOAT, v, degree == 0 ? 0 : of);
      }
      return scale;
    }

    @Override
    public Buffer neighborWeights(Csr edges, Buffer degrees) {
      Buffer weights = memory.buffer(DType.F32, edges.nonZeros());
      for (int v = 0; v < edges.rows(); v++) {
        long own = start(edges, v);
        long sampled = start(edges, v + 1L) - own - 1;
        float degree = degrees.data().getAtIndex(JAVA_INT_UNALIGNED, v) - 1f;
        for (long e = own; e <= own + sampled; e++) {
          weights.data().setAtIndex(JAVA_FLOAT, e, e == own ? 1 : degree / sampled);
        }
      }
      return weights;
    }

    @Override
    public SparseMatrix withTranspose(Csr edges, boolean numbered) {
      int count = (int) edges.nonZeros();
      Buffer starts = memory.buffer(DType.I64, edges.cols() + 1L);
      Buffer targets = memory.buffer(DType.I32, count);
      Buffer edgeOf = numbered ? memory.buffer(DType.I32, count) : null;
      Buffer weight = edges.weight() == null ? null : memory.buffer(DType.F32, count);
      long[] next = new long[edges.cols() + 1];
      for (int e = 0; e < count; e++) {
        next[column(edges, e) + 1]++;
      }
      for (int u = 0; u < edges.cols(); u++) {
        next[u + 1] += next[u];
      }
      MemorySegment.copy(next, 0, starts.data(), JAVA_LONG_UNALIGNED, 0, next.length);
      for (int v = 0; v < edges.rows(); v++) {
        for (long e = start(edges, v); e < start(edges, v + 1L); e++) {
          long at = next[column(edges, e)]++;
          targets.data().setAtIndex(JAVA_INT_UNALIGNED, at, v);
          if (numbered) {
            edgeOf.data().setAtIndex(JAVA_INT_UNALIGNED, at, (int) e);
          }
          if (weight != null) {
            weight
                .data()
                .setAtIndex(JAVA_FLOAT, at, edges.weight().data().getAtIndex(JAVA_FLOAT, e));
          }
        }
      }
      return new SparseMatrix(edges, edges.transposed(starts, targets, weight), edgeOf);
    }

    @Override
    public Buffer edgeIds(Csr edges, Buffer ids) {
      Buffer found = memory.buffer(DType.I64, edges.nonZeros());
      for (int v = 0; v < edges.rows(); v++) {
        for (long e = start(edges, v); e < start(edges, v + 1L); e++) {
          long target = ids.data().getAtIndex(JAVA_LONG_UNALIGNED, v);
          long source = ids.data().getAtIndex(JAVA_LONG_UNALIGNED, column(edges, e));
          found.data().setAtIndex(JAVA_LONG_UNALIGNED, e, RandomKey.childBits(target, source));
        }
      }
      return found;
    }

    @Override
    public SparseMatrix onePerRow(int rows) {
      Buffer starts = memory.buffer(DType.I64, rows + 1L);
      Buffer places = memory.buffer(DType.I32, rows);
      Buffer zeros = memory.buffer(DType.I32, rows);
      Buffer ends = memory.buffer(DType.I64, 2);
      for (int r = 0; r < rows; r++) {
        places.data().setAtIndex(JAVA_INT_UNALIGNED, r, r);
        zeros.data().setAtIndex(JAVA_INT_UNALIGNED, r, 0);
      }
      for (int r = 0; r <= rows; r++) {
        starts.data().setAtIndex(JAVA_LONG_UNALIGNED, r, r);
      }
      ends.data().setAtIndex(JAVA_LONG_UNALIGNED, 0, 0);
      ends.data().setAtIndex(JAVA_LONG_UNALIGNED, 1, rows);
      return new SparseMatrix(
          Csr.pattern(rows, 1, rows, starts, zeros),
          Csr.pattern(1, rows, rows, ends, places),
          places);
    }
  }
}
