package dev.atoll.train.batch.shard;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.DeviceBlock;
import dev.atoll.train.batch.EdgeNorm;
import dev.atoll.train.halo.SplitEdges;
import java.util.Map;

/**
 * The first layer of a shard: the input rows of its halo are here, or the sums over them are, and
 * nothing travels.
 *
 * @param input rows that never change; null when they do
 * @param inputSums the sums over those by norm; empty when they are not made beforehand
 */
record InputBlock(ShardEdges shard, Matrix input, Map<EdgeNorm, Matrix> inputSums)
    implements DeviceBlock {
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
  public Var aggregate(Var x, EdgeNorm norm) {
    return aggregatesOnce(x)
        ? x.tape().constant(inputSums.get(norm))
        : x.tape().apply(new SplitAggregate(split(norm)), x);
  }

  @Override
  public Var addAggregate(Var base, Var x, EdgeNorm norm) {
    return x.tape().apply(new SplitAggregate(split(norm)), base, x);
  }

  private SplitEdges split(EdgeNorm norm) {
    return shard.sums().get(norm);
  }

  @Override
  public boolean aggregatesOnce(Var x) {
    return !inputSums.isEmpty()
        && x.isConstant()
        && !x.isSparse()
        && x.value().data().address() == input.data().address();
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
