package dev.atoll.train.batch.sampled;

import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Csr;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Tape;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.tensor.sample.BlockEdges;
import dev.atoll.tensor.sample.DeviceSampler;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.schedule.SamplingDag;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;

/**
 * A batch that is drawn, fetched and weighed on the device: bit for bit the batch of {@link
 * SampledSlot}, of which the host sees only sizes. Its work has its own queue, which runs
 * concurrently with the queue that computes.
 */
final class DeviceSlot extends BatchSlot {
  private final DeviceWork work;
  private final DeviceSampler sampler;
  private final Workspace labels;
  private final SeedLoss seedLoss;
  private final RowFetch fetch;
  private Matrix rows;
  private Buffer degrees;

  DeviceSlot(DeviceWork work, Backend backend) {
    this.work = work;
    this.labels = backend.newWorkspace();
    this.sampler = work.sampling().newSampler();
    this.seedLoss = work.shared().seeds().loss().get();
    this.fetch = work.fetch(backend);
  }

  /** Seeds, hops, rows, edges, one after the other. */
  static SamplingDag<DeviceSlot> dag(int layers) {
    var dag = SamplingDag.<DeviceSlot>compose().seeds("seeds", DeviceSlot::begin);
    String before = "seeds";
    for (int layer = 0; layer < layers; layer++) {
      int hop = layer;
      dag.hop("hop " + hop, slot -> slot.hop(hop), DeviceSlot::nodeCount, before);
      before = "hop " + hop;
    }
    return dag.fetch("fetch", DeviceSlot::fetch, DeviceSlot::nodeCount, before)
        .join("batch", DeviceSlot::complete, List.of("fetch"))
        .build();
  }

  private long nodeCount() {
    return sampler.nodeCount();
  }

  private void begin() {
    labels.reset();
    seedLoss.begin(seeds, from, to);
    sampler.begin(seeds, from, to);
  }

  private void hop(int layer) {
    sampler.hop(work.fanouts().at(layer), key.child(layer).bits());
  }

  private void fetch() {
    rows = fetch.fetch(sampler, from < to ? (int) seeds[from] : -1);
  }

  private void complete() {
    rowIds = sampler.ids();
    degrees = work.shared().input().readsDegrees() ? sampler.degrees() : null;
    blocks.clear();
    int layers = work.fanouts().layers();
    for (int layer = 0; layer < layers; layer++) {
      blocks.add(
          block(sampler.drawn(layers - 1 - layer), layer > 0 || work.shared().learnsInput()));
    }
    long[] ids =
        Arrays.stream(seeds, from, to)
            .map(node -> work.shared().input().numbering().original(node))
            .toArray();
    loss = seedLoss.loss(ids, labels, batchSeeds);
    sampler.finish();
  }

  private DeviceBlock block(Csr drawn, boolean withTranspose) {
    var edges = new EnumMap<EdgeNorm, SparseMatrix>(EdgeNorm.class);
    SparseMatrix sourceColumn = null;
    Buffer edgeIds = null;
    for (EdgeNorm norm : work.shared().input().norms()) {
      boolean onTape = norm == EdgeNorm.ATTENTION;
      Csr weighed = weigh(drawn, norm);
      edges.put(
          norm,
          withTranspose
              ? sampler.edges().withTranspose(weighed, onTape)
              : SparseMatrix.forwardOnly(weighed));
      if (onTape) {
        sourceColumn = sampler.edges().onePerRow(drawn.cols());
        edgeIds = sampler.edges().edgeIds(weighed, rowIds);
      }
    }
    return new SampledEdges.OnDevice(
        drawn.rows(), drawn.cols(), edges, !withTranspose, sourceColumn, edgeIds);
  }

  /** Weighs edges as {@link EdgeArrays} does on the host for uniform neighbours. */
  private Csr weigh(Csr drawn, EdgeNorm norm) {
    BlockEdges of = sampler.edges();
    return switch (norm) {
      case MEAN -> drawn.withScales(of.meanScale(drawn), null);
      case NONE -> drawn;
      case ATTENTION -> of.withSelf(drawn);
      case MEAN_WITH_SELF -> {
        Csr self = of.withSelf(drawn);
        yield self.withWeight(of.neighborWeights(self, degrees))
            .withScales(of.degreeScale(degrees, drawn.rows(), false), null);
      }
      case SYMMETRIC -> {
        Csr self = of.withSelf(drawn);
        Buffer scale = of.degreeScale(degrees, drawn.cols(), true);
        yield self.withWeight(of.neighborWeights(self, degrees)).withScales(scale, scale);
      }
    };
  }

  @Override
  void release() {
    sampler.release();
  }

  @Override
  public Var input(Tape tape) {
    return tape.constant(rows);
  }

  @Override
  long heldBytes() {
    return sampler.heldBytes() + labels.heldBytes() + fetch.heldBytes();
  }

  @Override
  public void close() {
    sampler.close();
    seedLoss.close();
    fetch.close();
    labels.close();
  }
}
