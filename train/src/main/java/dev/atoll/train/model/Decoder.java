package dev.atoll.train.model;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Var;
import java.util.List;

/** Says how likely a link is, from the rows of its two ends. */
public sealed interface Decoder permits BilinearDecoder, PairNetwork {
  /** The formula, for the rows h and t of a link's ends and the row r of its relation. */
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

    /** Whether it tells relations from each other. */
    public boolean knowsRelations() {
      return this == DISTMULT || this == COMPLEX;
    }
  }

  List<Parameter> parameters();

  /** What is done to the rows of nodes before they meet. */
  default Var prepare(Var rows) {
    return rows;
  }

  /**
   * One row of outputs per pair.
   *
   * @param heads prepared rows
   * @param tails prepared rows
   * @param relations of the pairs, int32; not read where there is one kind
   */
  Var pairs(Var heads, Var tails, Buffer relations);

  /**
   * A new decoder.
   *
   * @param width cells of a node's row
   * @param relations kinds of links, those for the way back included
   */
  static Decoder create(
      Kind kind, int width, int relations, float temperature, ParameterFactory parameters) {
    return kind == Kind.MLP
        ? PairNetwork.ofProduct(width, parameters)
        : BilinearDecoder.create(kind, width, relations, temperature, parameters);
  }
}
