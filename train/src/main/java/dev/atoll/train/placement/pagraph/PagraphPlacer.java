package dev.atoll.train.placement.pagraph;

import dev.atoll.graph.CsrGraph;
import dev.atoll.train.placement.AccessProbabilities;
import dev.atoll.train.placement.Devices;
import dev.atoll.train.placement.Placement;
import dev.atoll.train.placement.Placer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * PaGraph's placement (Lin et al. 2020), a baseline: {@link PagraphParts}, of which every device
 * keeps the nodes with the most out-edges. Devices do not read each other's rows, and each trains
 * on the training nodes of its own part.
 *
 * @param hops layers of the model, over which a training node gathers neighbours
 * @param training the training nodes
 */
public record PagraphPlacer(int hops, BitSet training) implements Placer {
  public PagraphPlacer {
    if (hops < 1) {
      throw new IllegalArgumentException("hops %d: expected at least 1".formatted(hops));
    }
  }

  @Override
  public Placement place(CsrGraph graph, AccessProbabilities probabilities, Devices devices) {
    var parts = PagraphParts.of(graph, training, devices.count(), hops);
    int[][] buffers = new int[devices.count()][];
    for (int device = 0; device < buffers.length; device++) {
      int[] ranked = parts.byOutDegree(device);
      buffers[device] = Arrays.copyOf(ranked, Math.min(ranked.length, devices.rows()));
    }
    return Placement.of(devices.unconnected(), graph.nodeCount(), buffers)
        .trainedBy(parts.trainers());
  }
}
