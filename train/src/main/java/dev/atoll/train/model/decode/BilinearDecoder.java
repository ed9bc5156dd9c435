package dev.atoll.train.model.decode;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.model.ParameterFactory;
import java.util.List;

/**
 * {@code ⟨query(h, r), t⟩}: a query is made once and meets any number of tails in one product of
 * matrices.
 */
public final class BilinearDecoder implements Decoder {
  private final Kind kind;
  private final float temperature;
  private final Parameter relations;
  private final Matrix ones;
  private final Matrix gain;
  private final Matrix shift;

  private BilinearDecoder(
      Kind kind, float temperature, Parameter relations, Matrix ones, Matrix gain, Matrix shift) {
    this.kind = kind;
    this.temperature = temperature;
    this.relations = relations;
    this.ones = ones;
    this.gain = gain;
    this.shift = shift;
  }

  static BilinearDecoder create(
      Kind kind, int width, int relations, float temperature, ParameterFactory parameters) {
    if (kind == Kind.COMPLEX && width % 2 != 0) {
      throw new IllegalArgumentException(
          "link.decoder=complex with embeddings of width %d: expected an even width, half of it imaginary"
              .formatted(width));
    }
    if (!(temperature > 0)) {
      throw new IllegalArgumentException(
          "link.temperature=" + temperature + ": expected a positive number");
    }
    return new BilinearDecoder(
        kind,
        temperature,
        kind.knowsRelations() ? parameters.glorot("relations", relations, width) : null,
        parameters.fixed(width, 1, 1),
        parameters.fixed(1, width, (float) (1 / Math.sqrt((double) width))),
        parameters.fixed(1, width, 0));
  }

  @Override
  public List<Parameter> parameters() {
    return relations == null ? List.of() : List.of(relations);
  }

  @Override
  public Var prepare(Var rows) {
    return kind == Kind.COSINE
        ? rows.layerNorm(rows.tape().constant(gain), rows.tape().constant(shift))
        : rows;
  }

  /** The query of each head, to be multiplied with tails. */
  public Var queries(Var heads, Buffer relationOf) {
    return switch (kind) {
      case DOT -> heads;
      case COSINE -> heads.scale(1 / temperature);
      case DISTMULT -> heads.multiply(heads.tape().use(relations).gather(relationOf));
      case COMPLEX -> heads.multiplyComplex(heads.tape().use(relations).gather(relationOf));
      case MLP -> throw new IllegalStateException("a network of pairs has no queries");
    };
  }

  /** The score of each query with the tail of its row. */
  public Var meet(Var queries, Var tails) {
    return queries.multiply(tails).matmul(queries.tape().constant(ones));
  }

  @Override
  public Var pairs(Var heads, Var tails, Buffer relationOf) {
    return meet(queries(heads, relationOf), tails);
  }
}
