package dev.atoll.train.link;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Links;
import dev.atoll.graph.Split;
import dev.atoll.graph.link.KnownLinks;
import dev.atoll.graph.link.PickedNeighbors;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.tensor.Backend;
import dev.atoll.train.batch.sampled.SeedLoss;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.decode.Decoder;
import dev.atoll.train.model.decode.PairNetwork;
import dev.atoll.train.plan.LinkSpec;
import dev.atoll.train.plan.Objective;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The batches of an objective of node pairs, on any worker. */
public sealed interface PairWork permits LinkWork, PairWork.EdgeWork, PairWork.WalkWork {
  Decoder decoder();

  /**
   * The seeds of all workers, in the order of the nodes near which they are best trained.
   *
   * @param numbers of nodes after partitioning
   */
  Seeds seeds(Ordering numbers);

  /** The loss of a batch's seeds. */
  SeedLoss seedLoss(BatchContext place);

  /** Whether seeds have negatives. */
  default boolean hasNegatives() {
    return false;
  }

  /** Whether the degrees of all nodes are needed, which the workers gather. */
  default boolean weighsNodes() {
    return false;
  }

  /** Seeds of all workers, or of one. */
  final class Seeds {
    private final long[] all;
    private final LongUnaryOperator node;
    private final boolean share;

    /**
     * Seeds of all workers in the order of their nodes.
     *
     * @param node where a seed belongs, by its number after partitioning
     */
    public Seeds(long[] all, LongUnaryOperator node) {
      this(all, node, false);
    }

    /**
     * Seeds of this worker or of all workers.
     *
     * @param share whether other workers have seeds that are not here
     */
    public Seeds(long[] all, LongUnaryOperator node, boolean share) {
      this.all = all;
      this.node = node;
      this.share = share;
    }

    public long[] all() {
      return all;
    }

    public boolean isShare() {
      return share;
    }

    public LongUnaryOperator node() {
      return node;
    }
  }

  /**
   * The data of the worker that makes a batch.
   *
   * @param neighbors returns the neighbours of nodes, including remote ones
   * @param degrees degrees of all nodes by their numbers after partitioning; 0 if they are not
   *     needed
   */
  record BatchContext(
      Ordering numbers,
      Shard shard,
      NodeNumbering numbering,
      Supplier<NeighborSource> neighbors,
      IntUnaryOperator degrees) {
    /** Degrees by the dataset's numbers. */
    IntToLongFunction degree() {
      return node -> degrees.applyAsInt(numbers.newOf(node));
    }
  }

  /** The work of an objective. */
  static PairWork of(
      Objective objective,
      WorkerData data,
      int width,
      ParameterFactory parameters,
      Backend backend) {
    return switch (objective) {
      case Objective.Link link -> LinkWork.of(link.spec(), data, width, parameters, backend);
      case Objective.Edge _ -> EdgeWork.of(data, width, parameters, backend);
      case Objective.Unsupervised free -> WalkWork.of(free, data, width, parameters, backend);
      case Objective.Node _ ->
          throw new IllegalArgumentException("the classes of nodes are no pairs");
    };
  }

  /** Seeds that are links, by the owners of their heads. */
  static Seeds byHead(long[] seeds, Links links, Ordering numbers) {
    LongUnaryOperator node = seed -> numbers.newOf(links.head(Pairs.OfLinks.link(links, seed)));
    return new Seeds(
        Arrays.stream(seeds)
            .boxed()
            .sorted(Comparator.comparingLong((Long seed) -> node.applyAsLong(seed)))
            .mapToLong(Long::longValue)
            .toArray(),
        node,
        links.isShare());
  }

  /** Kinds of links. */
  record EdgeWork(Links links, PairNetwork decoder, int nodes, Backend backend)
      implements PairWork {
    static EdgeWork of(WorkerData data, int width, ParameterFactory parameters, Backend backend) {
      Links links =
          data.links()
              .filter(given -> given.relations().isPresent())
              .orElseThrow(
                  () ->
                      new BadDataException(
                          "task=edge learns the relation of links, but dataset %s has none: it needs edge_types beside its edges"
                              .formatted(data.name())));
      return new EdgeWork(
          links,
          PairNetwork.ofBoth(width, links.relationCount(), parameters.within("decoder")),
          data.nodeCount(),
          backend);
    }

    @Override
    public Seeds seeds(Ordering numbers) {
      return byHead(links.withRole(Split.TRAIN), links, numbers);
    }

    @Override
    public SeedLoss seedLoss(BatchContext place) {
      return new EdgeSeeds(
          links, decoder, node -> place.numbers().newOf((int) node), nodes, backend);
    }
  }

  /** Nodes and the ends of random walks from them. */
  final class WalkWork extends NegativeWork implements PairWork {
    private final int walk;
    private final Objective.WalkNegatives negatives;

    private WalkWork(
        Objective.Unsupervised objective, Decoder decoder, int nodes, Backend backend) {
      super(objective.spec(), decoder, nodes, backend);
      this.walk = objective.walk();
      this.negatives = objective.negatives();
    }

    static WalkWork of(
        Objective.Unsupervised objective,
        WorkerData data,
        int width,
        ParameterFactory parameters,
        Backend backend) {
      LinkSpec spec = objective.spec();
      if (spec.decoder().knowsRelations()) {
        throw new IllegalArgumentException(
            "link.decoder=%s with task=unsupervised: there are no relations; take dot, cosine or mlp"
                .formatted(spec.decoder().name().toLowerCase(Locale.ROOT)));
      }
      Decoder decoder =
          Decoder.create(
              spec.decoder(), width, 1, spec.temperature(), parameters.within("decoder"));
      int nodes = data.nodeCount();
      return new WalkWork(objective, decoder, nodes, backend);
    }

    /** No known tails: they are looked up per batch. */
    @Override
    KnownLinks known(BatchContext place) {
      return KnownLinks.none(nodes());
    }

    private Optional<PickedNeighbors> excluded(BatchContext place) {
      return negatives == Objective.WalkNegatives.NO_NEIGHBORS
          ? Optional.of(new PickedNeighbors(place.neighbors().get(), place.numbering()))
          : Optional.empty();
    }

    @Override
    int[] candidates() {
      return IntStream.range(0, nodes()).toArray();
    }

    @Override
    public boolean weighsNodes() {
      return spec().negatives() == LinkSpec.Source.DEGREE;
    }

    @Override
    public Seeds seeds(Ordering numbers) {
      return new Seeds(LongStream.range(0, nodes()).toArray(), node -> node);
    }

    @Override
    public SeedLoss seedLoss(BatchContext place) {
      var walks =
          new RandomWalkSeeds(place.neighbors().get(), place.numbering(), walk, excluded(place));
      return new LinkSeeds(common(place), walks, false, node -> place.numbers().newOf((int) node));
    }
  }
}
