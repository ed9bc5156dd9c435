package dev.atoll.train.model.decode;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.model.ParameterFactory;
import java.util.List;

/** Scores links from the embeddings of their two ends. */
public sealed interface Decoder permits BilinearDecoder, PairNetwork {
  /** The formula, for the embeddings h and t of a link's ends and r of its relation. */
  enum Kind {
    /** {@code ⟨h, t⟩} */
    DOT,
    /** {@code ⟨h − h̄, t − t̄⟩ / (|h − h̄|·|t − t̄|·temperature)}: the cosine of centred rows. */
    COSINE,
    /** {@code Σ h·r·t} (Yang et al., ICLR 2015). */
    DISTMULT,
    /**
     * {@code Re Σ h·r·conj(t)} of complex numbers (Trouillon et al., ICML 2016): a row holds real
     * parts, then imaginary parts.
     */
    COMPLEX,
    /** {@code relu((h ⊙ t)·W + b)·w + c} */
    MLP;

    /** Whether scores depend on the relation. */
    public boolean knowsRelations() {
      return this == DISTMULT || this == COMPLEX;
    }
  }

  List<Parameter> parameters();

  /** Transforms embeddings before they are scored. */
  default Var prepare(Var rows) {
    return rows;
  }

  /**
   * The outputs of pairs, one row each.
   *
   * @param heads prepared embeddings
   * @param tails prepared embeddings
   * @param relations of the pairs, int32; not read by decoders without relations
   */
  Var pairs(Var heads, Var tails, Buffer relations);

  /**
   * A new decoder.
   *
   * @param width of an embedding
   * @param relations number of relations, inverse ones included
   */
  static Decoder create(
      Kind kind, int width, int relations, float temperature, ParameterFactory parameters) {
    return kind == Kind.MLP
        ? PairNetwork.ofProduct(width, parameters)
        : BilinearDecoder.create(kind, width, relations, temperature, parameters);
  }
}
