package dev.atoll.train.sampling.dgs;

import dev.atoll.comm.Service;
import dev.atoll.graph.partition.shard.PartitionBook;
import dev.atoll.graph.sample.FusedSampler;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.Sampler;
import dev.atoll.graph.sample.draw.LocalBias;
import dev.atoll.train.batch.sampled.SeedOrder;
import dev.atoll.train.sampling.PickService;
import dev.atoll.train.sampling.SamplingContext;
import dev.atoll.train.sampling.WorkerSampling;
import dev.atoll.train.sampling.importance.Importance;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * DGS on a worker: explanations decide which remote neighbours are drawn.
 *
 * <p>Draws are made for the worker whose batch it is. A node is remote if that worker does not own
 * it, whichever worker draws: an owner that receives a request for neighbours knows the sender. The
 * importance of a remote node is known only for neighbours of that worker's own nodes, and only to
 * that worker; the remote neighbours of other nodes are equally likely. Hence a draw depends on the
 * key, the node, the worker and its masks, and is the same whether topology is partitioned or
 * replicated.
 */
final class GuidedSampling implements WorkerSampling {
  private final DgsSampling policy;
  private final SamplingContext context;
  private final SeedOrder seeds;
  private LongFunction<Optional<Importance>> importance;

  GuidedSampling(DgsSampling policy, SamplingContext context, SeedOrder seeds) {
    this.policy = policy;
    this.context = context;
    this.seeds = seeds;
  }

  /** Draws for other workers from now on, where they ask. */
  void serve() {
    if (context.asksOwners()) {
      List<LocalNeighbors> forPeers =
          IntStream.range(0, context.workers().size())
              .mapToObj(peer -> context.ownNeighbors().withBias(bias(peer, null)))
              .toList();
      context.serve(Service.GUIDED_NEIGHBORS.number(), new PickService(forPeers::get));
    }
  }

  private LocalBias bias(int worker, LocalBias.Weights weights) {
    PartitionBook book = context.shard().book();
    int first = book.first(worker);
    return new LocalBias(first, first + book.coreCount(worker), policy.deviation(), weights);
  }

  @Override
  public SeedOrder seeds() {
    return seeds;
  }

  @Override
  public void begin() {
    importance = policy.importance().open(context);
  }

  /** Draws uniformly until an importance is in force. */
  @Override
  public Sampler sampler() {
    return new GuidedSampler(
        new FusedSampler(context.neighbors(), context.plan().fanouts()),
        weights -> guided(bias(context.workers().rank(), weights)),
        step -> importance.apply(step).map(this::weights));
  }

  private Sampler guided(LocalBias bias) {
    return new FusedSampler(
        context.neighbors(
            context.ownNeighbors().withBias(bias),
            Service.GUIDED_NEIGHBORS.number(),
            context.cachedNeighbors().map(rows -> rows.withBias(bias))),
        context.plan().fanouts());
  }

  private LocalBias.Weights weights(Importance found) {
    return node -> found.node(context.shard().haloPlace(node));
  }
}
