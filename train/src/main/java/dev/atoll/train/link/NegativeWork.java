package dev.atoll.train.link;

import dev.atoll.graph.link.KnownLinks;
import dev.atoll.graph.link.Negatives;
import dev.atoll.tensor.Backend;
import dev.atoll.train.model.decode.Decoder;
import dev.atoll.train.plan.LinkSpec;

/** Objectives with negative samples; the negative sampler is made once per worker. */
abstract sealed class NegativeWork permits LinkWork, PairWork.WalkWork {
  private final LinkSpec spec;
  private final Decoder decoder;
  private final int nodes;
  private final Backend backend;
  private NegativeBatch.Common common;

  NegativeWork(LinkSpec spec, Decoder decoder, int nodes, Backend backend) {
    this.spec = spec;
    this.decoder = decoder;
    this.nodes = nodes;
    this.backend = backend;
  }

  LinkSpec spec() {
    return spec;
  }

  int nodes() {
    return nodes;
  }

  public Decoder decoder() {
    return decoder;
  }

  /** Whether seeds have negatives. */
  public boolean hasNegatives() {
    return true;
  }

  /** Whether negatives are drawn by degree, which the workers gather. */
  public abstract boolean weighsNodes();

  /** Known links, which are never negatives. */
  abstract KnownLinks known(PairWork.BatchContext place);

  /** Nodes that may be the tail of a link. */
  abstract int[] candidates();

  /** The parts that all batches of a worker share. */
  synchronized NegativeBatch.Common common(PairWork.BatchContext place) {
    if (common == null) {
      KnownLinks known = known(place);
      int[] candidates = candidates();
      common =
          new NegativeBatch.Common(
              spec,
              known,
              negatives(candidates, known, place),
              candidates,
              decoder,
              nodes,
              backend);
    }
    return common;
  }

  private Negatives negatives(int[] candidates, KnownLinks known, PairWork.BatchContext place) {
    if (weighsNodes()) {
      return Negatives.byDegree(candidates, place.degree());
    }
    var kind =
        spec.negatives() == LinkSpec.Source.DEGREE ? Negatives.Kind.DEGREE : Negatives.Kind.UNIFORM;
    return Negatives.of(kind, candidates, known);
  }
}
