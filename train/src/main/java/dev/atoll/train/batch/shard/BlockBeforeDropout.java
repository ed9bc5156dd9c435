package dev.atoll.train.batch.shard;

import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.SparseMatrix;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.block.DeviceBlock;
import dev.atoll.train.block.EdgeNorm;
import dev.atoll.train.halo.exchange.RowsBeforeDropout;
import java.util.Optional;

/**
 * A layer of a shard whose input has gone through dropout, while its peers receive the embeddings
 * before dropout.
 *
 * @param input the rows after dropout; any other rows are sent unchanged
 */
record BlockBeforeDropout(ShardBlock block, Var input, RowsBeforeDropout sent)
    implements DeviceBlock {
  private Optional<RowsBeforeDropout> insteadOf(Var x) {
    return x == input ? Optional.of(sent) : Optional.empty();
  }

  @Override
  public Var lift(Var rows) {
    return block.lift(rows, insteadOf(rows));
  }

  @Override
  public Var aggregate(Var x, EdgeNorm norm) {
    return block.aggregate(x, norm, insteadOf(x));
  }

  @Override
  public Var addAggregate(Var base, Var x, EdgeNorm norm) {
    return block.addAggregate(base, x, norm);
  }

  @Override
  public boolean aggregatesFirst(Var x, int outputs, EdgeNorm norm) {
    return block.aggregatesFirst(x, outputs, norm);
  }

  @Override
  public Buffer targetScale(EdgeNorm norm) {
    return block.targetScale(norm);
  }

  @Override
  public boolean exchangesEmbeddings() {
    return true;
  }

  @Override
  public int targetCount() {
    return block.targetCount();
  }

  @Override
  public int sourceCount() {
    return block.sourceCount();
  }

  @Override
  public SparseMatrix edges(EdgeNorm norm) {
    return block.edges(norm);
  }

  @Override
  public long edgeCount(EdgeNorm norm) {
    return block.edgeCount(norm);
  }

  @Override
  public SparseMatrix sourceColumn() {
    return block.sourceColumn();
  }

  @Override
  public Buffer edgeIds() {
    return block.edgeIds();
  }
}
