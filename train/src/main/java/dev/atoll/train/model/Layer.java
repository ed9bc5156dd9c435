package dev.atoll.train.model;

import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.batch.DeviceBlock;
import dev.atoll.train.batch.EdgeNorm;
import java.util.List;

/** One round of message passing: source rows in, target rows out. */
public interface Layer {
  /** The width of the rows that come out. */
  int outputs();

  /** How the edges of this layer's block are to be weighted. */
  EdgeNorm norm();

  /** Cells of the rows that are read of neighbours, and so travel between workers. */
  int neighborWidth();

  List<Parameter> parameters();

  /** The parameters that source rows are multiplied by: row i of each goes with column i. */
  List<Parameter> inputWeights();

  /**
   * One row that is added to what {@link #forward} gives, in one pass with what follows; among the
   * parameters.
   */
  Parameter bias();

  /**
   * From source rows to target rows, the bias not yet added. On a shard the rows are those that are
   * here: {@link DeviceBlock#lift} and {@link DeviceBlock#aggregate} bring the others.
   */
  Var forward(DeviceBlock block, Var sources, Pass pass);
}
