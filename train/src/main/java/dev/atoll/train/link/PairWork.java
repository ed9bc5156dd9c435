package dev.atoll.train.link;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Links;
import dev.atoll.graph.Ordering;
import dev.atoll.graph.Split;
import dev.atoll.graph.link.KnownLinks;
import dev.atoll.graph.link.Negatives;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.tensor.Backend;
import dev.atoll.train.batch.SeedTask;
import dev.atoll.train.model.Decoder;
import dev.atoll.train.model.PairNetwork;
import dev.atoll.train.model.ParameterFactory;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** What batches of a task about pairs are made from, on any worker. */
public sealed interface PairWork {
  Decoder decoder();

  /**
   * The seeds of all workers, in the order of the nodes near which they are best trained.
   *
   * @param numbers of nodes after partitioning
   */
  Seeds seeds(Ordering numbers);

  /** What a batch's seeds stand for. */
  SeedTask task(Place place);

  /** Seeds of all workers. */
  final class Seeds {
    private final long[] all;
    private final LongUnaryOperator node;

    /**
     * Seeds in the order of their nodes.
     *
     * @param node where a seed belongs, by its number after partitioning
     */
    public Seeds(long[] all, LongUnaryOperator node) {
      this.all = all;
      this.node = node;
    }

    public long[] all() {
      return all;
    }

    public LongUnaryOperator node() {
      return node;
    }
  }

  /**
   * Where a batch is made.
   *
   * @param originalIds for every node after partitioning its number in the dataset, int32
   * @param neighbors of nodes, wherever they lie
   */
  record Place(Ordering numbers, MemorySegment originalIds, Supplier<NeighborSource> neighbors) {}

  /** The work of a task. */
  static PairWork of(
      Task task, Dataset dataset, int width, ParameterFactory parameters, Backend backend) {
    return switch (task) {
      case Task.Link link -> LinkWork.of(link.spec(), dataset, width, parameters, backend);
      case Task.Edge _ -> EdgeWork.of(dataset, width, parameters, backend);
      case Task.Unsupervised free -> WalkWork.of(free, dataset, width, parameters, backend);
      case Task.Node _ -> throw new IllegalArgumentException("the classes of nodes are no pairs");
    };
  }

  /** Seeds that are links, by the owners of their heads. */
  private static Seeds byHead(long[] seeds, Links links, Ordering numbers) {
    LongUnaryOperator node = seed -> numbers.newOf(links.head(Pairs.OfLinks.link(links, seed)));
    return new Seeds(
        Arrays.stream(seeds)
            .boxed()
            .sorted(Comparator.comparingLong((Long seed) -> node.applyAsLong(seed)))
            .mapToLong(Long::longValue)
            .toArray(),
        node);
  }

  private static Links required(Dataset dataset) {
    return dataset
        .links()
        .orElseThrow(
            () ->
                new BadDataException(
                    "dataset %s has no links to learn; split its edges with LinkSplit"
                        .formatted(dataset.name())));
  }

  /** Links told from pairs that are none. */
  record LinkWork(Links links, Contrast.Common common) implements PairWork {
    static LinkWork of(
        LinkSpec spec, Dataset dataset, int width, ParameterFactory parameters, Backend backend) {
      Links links = required(dataset);
      if (spec.decoder().knowsRelations() && links.relations().isEmpty()) {
        throw new BadDataException(
            "link.decoder=%s needs the relation of every link, but dataset %s has none: take dot, cosine or mlp"
                .formatted(spec.decoder().name().toLowerCase(Locale.ROOT), dataset.name()));
      }
      int nodes = Math.toIntExact(dataset.graph().nodeCount());
      KnownLinks known = KnownLinks.of(links, nodes, role -> role == Split.TRAIN);
      int[] candidates = Negatives.candidates(links, nodes);
      Decoder decoder =
          Decoder.create(
              spec.decoder(),
              width,
              2 * links.relationCount(),
              spec.temperature(),
              parameters.within("decoder"));
      return new LinkWork(
          links,
          new Contrast.Common(
              spec,
              known,
              negatives(spec, candidates, known),
              candidates,
              decoder,
              nodes,
              backend));
    }

    @Override
    public Decoder decoder() {
      return common.decoder();
    }

    /** Links with relations are learned in both directions. */
    @Override
    public Seeds seeds(Ordering numbers) {
      long[] train = links.of(Split.TRAIN);
      LongStream back =
          links.relations().isPresent()
              ? Arrays.stream(train).map(link -> link + links.count())
              : LongStream.empty();
      return byHead(LongStream.concat(Arrays.stream(train), back).toArray(), links, numbers);
    }

    @Override
    public SeedTask task(Place place) {
      return new LinkSeeds(
          common,
          new Pairs.OfLinks(links),
          common.spec().hides(),
          node -> place.numbers().newOf((int) node));
    }
  }

  private static Negatives negatives(LinkSpec spec, int[] candidates, KnownLinks known) {
    var kind =
        spec.negatives() == LinkSpec.Source.DEGREE ? Negatives.Kind.DEGREE : Negatives.Kind.UNIFORM;
    return Negatives.of(kind, candidates, known);
  }

  /** Kinds of links. */
  record EdgeWork(Links links, PairNetwork decoder, int nodes, Backend backend)
      implements PairWork {
    static EdgeWork of(Dataset dataset, int width, ParameterFactory parameters, Backend backend) {
      Links links =
          dataset
              .links()
              .filter(given -> given.relations().isPresent())
              .orElseThrow(
                  () ->
                      new BadDataException(
                          "task=edge learns the relation of links, but dataset %s has none: it needs edge_types beside its edges"
                              .formatted(dataset.name())));
      return new EdgeWork(
          links,
          PairNetwork.ofBoth(width, links.relationCount(), parameters.within("decoder")),
          Math.toIntExact(dataset.graph().nodeCount()),
          backend);
    }

    @Override
    public Seeds seeds(Ordering numbers) {
      return byHead(links.of(Split.TRAIN), links, numbers);
    }

    @Override
    public SeedTask task(Place place) {
      return new EdgeSeeds(
          links, decoder, node -> place.numbers().newOf((int) node), nodes, backend);
    }
  }

  /** Nodes and those that a random walk meets. */
  record WalkWork(Contrast.Common common, int walk) implements PairWork {
    static WalkWork of(
        Task.Unsupervised task,
        Dataset dataset,
        int width,
        ParameterFactory parameters,
        Backend backend) {
      int nodes = Math.toIntExact(dataset.graph().nodeCount());
      int[] candidates = IntStream.range(0, nodes).toArray();
      LinkSpec spec = task.spec();
      if (spec.decoder().knowsRelations()) {
        throw new IllegalArgumentException(
            "link.decoder=%s with task=unsupervised: there are no relations; take dot, cosine or mlp"
                .formatted(spec.decoder().name().toLowerCase(Locale.ROOT)));
      }
      Decoder decoder =
          Decoder.create(
              spec.decoder(), width, 1, spec.temperature(), parameters.within("decoder"));
      Negatives negatives =
          spec.negatives() == LinkSpec.Source.DEGREE
              ? Negatives.byDegree(candidates, dataset.graph())
              : negatives(spec, candidates, KnownLinks.none(nodes));
      return new WalkWork(
          new Contrast.Common(
              spec, KnownLinks.none(nodes), negatives, candidates, decoder, nodes, backend),
          task.walk());
    }

    @Override
    public Decoder decoder() {
      return common.decoder();
    }

    @Override
    public Seeds seeds(Ordering numbers) {
      return new Seeds(LongStream.range(0, common.nodeCount()).toArray(), node -> node);
    }

    @Override
    public SeedTask task(Place place) {
      var walks = new Walks(place.neighbors().get(), place.originalIds(), walk);
      return new LinkSeeds(common, walks, false, node -> place.numbers().newOf((int) node));
    }
  }
}
