package dev.atoll.app.plan.draw;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.RandomKey;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Device;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.sample.Adjacency;
import dev.atoll.tensor.sample.DeviceGraph;
import dev.atoll.tensor.sample.DeviceSampler;
import dev.atoll.tensor.sample.RowTier;
import dev.atoll.tensor.sample.SamplingBackend;
import dev.atoll.tensor.sample.TieredRows;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.LongStream;

/** Measures a device's {@link SamplingSpeed} within a second, on a random graph. */
public final class SamplingTrial implements AutoCloseable {
  private static final int DEGREE = 16;
  private static final int FANOUT = 8;
  private static final int HOPS = 3;
  private static final int SEEDS = 2048;
  private static final int TURNS = 9;
  private static final int WIDTH = 128;

  /** The ratio of a graph's nodes to the rows of a batch. */
  private static final int NODES_PER_ROW_READ = 4;

  private final Arena arena = Arena.ofShared();
  private final RandomKey key = RandomKey.ofSeed(1).child("draws");
  private final int nodes;
  private final DeviceGraph sampling;
  private final DeviceSampler sampler;

  private SamplingTrial(SamplingBackend device, int nodes) {
    this.nodes = nodes;
    MemorySegment starts = arena.allocate(JAVA_LONG, nodes + 1L);
    MemorySegment columns = arena.allocate(JAVA_INT, (long) nodes * DEGREE);
    for (int node = 0; node < nodes; node++) {
      starts.setAtIndex(JAVA_LONG, node + 1L, (node + 1L) * DEGREE);
      for (int i = 0; i < DEGREE; i++) {
        long edge = (long) node * DEGREE + i;
        columns.setAtIndex(JAVA_INT, edge, (int) key.below(nodes, edge));
      }
    }
    sampling =
        device.sampling(new Adjacency(nodes, (long) nodes * DEGREE, starts, columns, null, null));
    sampler = sampling.newSampler();
  }

  /** Measures the speed on a graph with the given number of nodes. */
  public static SamplingSpeed of(SamplingBackend device, int nodes) {
    try (var trial = new SamplingTrial(device, nodes)) {
      return trial.measure();
    }
  }

  private SamplingSpeed measure() {
    double[] waiting = new double[TURNS];
    double[] drawing = new double[TURNS];
    long edges = 0;
    for (int turn = 0; turn < TURNS; turn++) {
      waiting[turn] = draw(1, turn);
      drawing[turn] = draw(Math.min(SEEDS, nodes), turn);
      edges = 0;
      for (int hop = 0; hop < HOPS; hop++) {
        edges += sampler.drawn(hop).nonZeros();
      }
    }
    double alone = usual(waiting);
    double busy = Math.max(usual(drawing) - alone, alone / HOPS);
    int stride = Matrix.strideFor(WIDTH);
    MemorySegment data = arena.allocate((long) nodes * stride * Float.BYTES, Long.BYTES);
    var host = new Matrix(Device.CPU, nodes, WIDTH, stride, DType.F32, data);
    return new SamplingSpeed(
        alone / HOPS, edges / busy, reading(host, null), reading(host, new int[0]));
  }

  private double draw(int seeds, int turn) {
    long begun = System.nanoTime();
    sampler.begin(LongStream.range(0, seeds).toArray(), 0, seeds);
    for (int hop = 0; hop < HOPS; hop++) {
      sampler.hop(FANOUT, key.child(turn).child(hop).bits());
    }
    sampler.finish();
    return (System.nanoTime() - begun) * 1e-9;
  }

  /** Bytes per second of rows in host memory, by the device's clock if it has one. */
  private double reading(Matrix host, int[] pinned) {
    int count = nodes / NODES_PER_ROW_READ;
    long[] seeds = LongStream.range(0, count).map(i -> i * NODES_PER_ROW_READ).toArray();
    RowTier tier = pinned == null ? RowTier.PINNED : RowTier.PAGEABLE;
    double[] seconds = new double[TURNS];
    try (TieredRows rows = sampling.rows(host, new int[0], pinned)) {
      for (int turn = 0; turn < TURNS; turn++) {
        sampler.begin(seeds, 0, count);
        long begun = System.nanoTime();
        sampler.gather(rows);
        sampler.finish();
        double passed = (System.nanoTime() - begun) * 1e-9;
        double counted = sampler.secondsRead(tier);
        seconds[turn] = counted > 0 ? counted : passed;
      }
      return count * rows.rowBytes() / usual(seconds);
    }
  }

  /** The lower quartile of the later half. */
  private static double usual(double[] seconds) {
    double[] later = Arrays.copyOfRange(seconds, seconds.length / 2, seconds.length);
    Arrays.sort(later);
    return Math.max(1e-9, later[later.length / 4]);
  }

  @Override
  public void close() {
    sampler.close();
    sampling.close();
    arena.close();
  }
}
