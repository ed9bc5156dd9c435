package dev.atoll.train.batch.shard;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Dropout;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.halo.exchange.HaloExchange;
import dev.atoll.train.halo.exchange.RowsBeforeDropout;
import dev.atoll.train.halo.exchange.SplitEdges;
import java.util.Map;
import java.util.Optional;

/**
 * A layer of a shard: its targets are core nodes, its sources those and more core and halo nodes.
 *
 * @param exchange brings the embeddings of halo nodes from their owners; absent in the first layer,
 *     where their feature rows, or the sums over them, are here
 * @param haloIds the ids of halo nodes, where readers drop their embeddings; null elsewhere
 * @param input feature rows that never change; null when they do, or in another layer
 * @param inputSums the sums over those by norm; empty when they are not made beforehand
 */
record ShardBlock(
    ShardEdges shard,
    int layer,
    Optional<HaloExchange> exchange,
    Buffer haloIds,
    Matrix input,
    Map<EdgeNorm, Matrix> inputSums)
    implements DeviceBlock {
  /** The first layer. */
  static ShardBlock first(ShardEdges shard, Matrix input, Map<EdgeNorm, Matrix> inputSums) {
    return new ShardBlock(shard, 0, Optional.empty(), null, input, inputSums);
  }

  /** A later layer. */
  static ShardBlock hidden(ShardEdges shard, HaloExchange exchange, Buffer haloIds, int layer) {
    return new ShardBlock(shard, layer, Optional.of(exchange), haloIds, null, Map.of());
  }

  @Override
  public int targetCount() {
    return shard.targets();
  }

  @Override
  public int sourceCount() {
    return shard.core() + shard.halo();
  }

  @Override
  public SparseMatrix edges(EdgeNorm norm) {
    return shard.joined().edges(norm);
  }

  @Override
  public long edgeCount(EdgeNorm norm) {
    return shard.edgeCount(norm);
  }

  @Override
  public Buffer targetScale(EdgeNorm norm) {
    return shard.sums().get(norm).core().byRow().rowScale();
  }

  @Override
  public Var lift(Var rows) {
    return lift(rows, Optional.empty());
  }

  /**
   * @param sent rows that are sent in place of these, if any
   */
  Var lift(Var rows, Optional<RowsBeforeDropout> sent) {
    return exchange.map(halo -> halo.lift(layer, rows, sent)).orElse(rows);
  }

  @Override
  public Var aggregate(Var x, EdgeNorm norm) {
    return aggregate(x, norm, Optional.empty());
  }

  Var aggregate(Var x, EdgeNorm norm, Optional<RowsBeforeDropout> sent) {
    if (aggregatesOnce(x)) {
      return x.tape().constant(inputSums.get(norm).rowsView(0, shard.targets()));
    }
    SplitEdges split = shard.sums().get(norm);
    if (split == null) {
      return lift(x, sent).aggregate(edges(norm));
    }
    return exchange.isPresent()
        ? exchange.get().aggregate(layer, split, x, sent)
        : x.tape().apply(new SplitAggregate(split, false), x);
  }

  @Override
  public Var addAggregate(Var base, Var x, EdgeNorm norm) {
    SplitEdges split = shard.sums().get(norm);
    if (split == null) {
      return base.addAggregate(edges(norm), lift(x));
    }
    return exchange.isPresent()
        ? exchange.get().addAggregate(layer, split, base, x)
        : x.tape().apply(new SplitAggregate(split, false), base, x);
  }

  @Override
  public boolean aggregatesOnce(Var x) {
    return !inputSums.isEmpty()
        && x.isConstant()
        && !x.isSparse()
        && x.value().data().address() == input.data().address();
  }

  /**
   * Sends whichever of X and X·W is narrower, or always X if the plan exchanges embeddings; the
   * choice is the same on all workers.
   */
  @Override
  public boolean aggregatesFirst(Var x, int outputs, EdgeNorm norm) {
    return exchange.isPresent()
        ? exchangesEmbeddings() || x.cols() <= outputs
        : DeviceBlock.super.aggregatesFirst(x, outputs, norm);
  }

  @Override
  public boolean exchangesEmbeddings() {
    return exchange.map(HaloExchange::sendsEmbeddings).orElse(false);
  }

  @Override
  public DeviceBlock reading(Var embeddings, Var rows, Dropout dropout) {
    if (dropout.isOff()) {
      return this;
    }
    Dropout halo = new Dropout(dropout.rate(), dropout.key(), haloIds);
    return new BlockBeforeDropout(this, rows, new RowsBeforeDropout(embeddings, halo));
  }

  @Override
  public SparseMatrix sourceColumn() {
    return shard.joined().sourceColumn();
  }

  @Override
  public Buffer edgeIds() {
    return shard.joined().edgeIds();
  }
}
