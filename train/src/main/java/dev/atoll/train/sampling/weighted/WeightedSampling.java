package dev.atoll.train.sampling.weighted;

import dev.atoll.comm.Service;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.RowSlice;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.draw.WeightTable;
import dev.atoll.train.sampling.PickService;
import dev.atoll.train.sampling.Sampling;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.WorkerSampling;
import java.lang.foreign.Arena;
import java.util.Optional;

/**
 * Up to a fanout of neighbours of every node without replacement, in proportion to the weights of
 * their edges, and corrected for that. The owner of a node draws, as it has the weights.
 */
public record WeightedSampling() implements Sampling {
  @Override
  public boolean refusesFullGraph() {
    return true;
  }

  @Override
  public WorkerSampling open(SamplingContext context) {
    RowSlice rows = context.shard().rows();
    if (rows.weights().isEmpty()) {
      throw new BadDataException(
          "sampler=weighted: the edges have no weights; import the dataset from a table or folder"
              + " with weights (with task=link, every training link must be one of its edges), or"
              + " take sampler=uniform");
    }
    Arena memory = context.opened(Arena.ofShared());
    LocalNeighbors own =
        context.ownNeighbors().withWeights(WeightTable.of(rows, memory, context.threads()));
    int service = Service.WEIGHTED_NEIGHBORS.number();
    if (context.asksOwners()) {
      context.serve(service, new PickService(own));
    }
    return WorkerSampling.of(
        context.seedOrder(),
        () ->
            new FusedSampler(
                context.neighbors(own, service, Optional.empty()), context.plan().fanouts()));
  }
}
