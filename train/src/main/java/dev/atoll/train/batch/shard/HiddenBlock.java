package dev.atoll.train.batch.shard;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.DeviceBlock;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.halo.HaloExchange;
import dev.atoll.train.halo.SplitEdges;

/** A layer of a shard but the first: core rows are here, halo rows come from their owners. */
record HiddenBlock(ShardEdges shard, HaloExchange exchange, int layer) implements DeviceBlock {
  @Override
  public int targetCount() {
    return shard.core();
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
  public Var lift(Var rows) {
    return exchange.lift(layer, rows);
  }

  @Override
  public Var aggregate(Var x, EdgeNorm norm) {
    SplitEdges split = shard.sums().get(norm);
    return split == null ? lift(x).aggregate(edges(norm)) : exchange.aggregate(layer, split, x);
  }

  @Override
  public Var addAggregate(Var base, Var x, EdgeNorm norm) {
    SplitEdges split = shard.sums().get(norm);
    return split == null
        ? base.addAggregate(edges(norm), lift(x))
        : exchange.addAggregate(layer, split, base, x);
  }

  /** The narrower rows travel: every worker decides alike. */
  @Override
  public boolean aggregatesFirst(Var x, int outputs, EdgeNorm norm) {
    return x.cols() <= outputs;
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
