package dev.atoll.train.link;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Links;
import dev.atoll.graph.Split;
import dev.atoll.graph.link.KnownLinks;
import dev.atoll.graph.link.Negatives;
import dev.atoll.graph.order.Ordering;
import dev.atoll.tensor.Backend;
import dev.atoll.train.batch.sampled.SeedLoss;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.model.ParameterFactory;
import dev.atoll.train.model.decode.Decoder;
import dev.atoll.train.plan.LinkSpec;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * Link prediction. Where a worker has only its own links, it trains on those, and knows the links
 * of its own nodes from its shard.
 */
final class LinkWork extends NegativeWork implements PairWork {
  private final Links links;

  private LinkWork(LinkSpec spec, Links links, Decoder decoder, int nodes, Backend backend) {
    super(spec, decoder, nodes, backend);
    this.links = links;
  }

  static LinkWork of(
      LinkSpec spec, WorkerData data, int width, ParameterFactory parameters, Backend backend) {
    Links links =
        data.links()
            .orElseThrow(
                () ->
                    new BadDataException(
                        "dataset %s has no links to learn; split its edges with LinkSplit"
                            .formatted(data.name())));
    if (spec.decoder().knowsRelations() && links.relations().isEmpty()) {
      throw new BadDataException(
          "link.decoder=%s needs the relation of every link, but dataset %s has none: take dot, cosine or mlp"
              .formatted(spec.decoder().name().toLowerCase(Locale.ROOT), data.name()));
    }
    Decoder decoder =
        Decoder.create(
            spec.decoder(),
            width,
            2 * links.relationCount(),
            spec.temperature(),
            parameters.within("decoder"));
    int nodes = data.nodeCount();
    return new LinkWork(spec, links, decoder, nodes, backend);
  }

  @Override
  KnownLinks known(BatchContext place) {
    return links.isShare()
        ? KnownLinks.ofShard(place.shard(), place.numbers())
        : KnownLinks.of(links, nodes(), role -> role == Split.TRAIN);
  }

  @Override
  int[] candidates() {
    return Negatives.candidates(links, nodes());
  }

  @Override
  public boolean weighsNodes() {
    return links.isShare() && spec().negatives() == LinkSpec.Source.DEGREE;
  }

  /** Links with relations are trained in both directions. */
  @Override
  public Seeds seeds(Ordering numbers) {
    long[] train = links.withRole(Split.TRAIN);
    LongStream back =
        links.relations().isPresent()
            ? Arrays.stream(train).map(link -> link + links.count())
            : LongStream.empty();
    return PairWork.byHead(LongStream.concat(Arrays.stream(train), back).toArray(), links, numbers);
  }

  @Override
  public SeedLoss seedLoss(BatchContext place) {
    return new LinkSeeds(
        common(place),
        new Pairs.OfLinks(links),
        spec().hides(),
        node -> place.numbers().newOf((int) node));
  }
}
