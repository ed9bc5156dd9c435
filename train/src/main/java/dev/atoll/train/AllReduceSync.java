package dev.atoll.train;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.PhaseTimes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Sums gradients over all workers, the loss behind them, in one collective. */
final class AllReduceSync implements GradientSync {
  private final Communicator workers;
  private final Backend backend;
  private final PhaseTimes times;
  private MemorySegment flat = MemorySegment.NULL;

  AllReduceSync(Communicator workers, Backend backend, PhaseTimes times) {
    this.workers = workers;
    this.backend = backend;
    this.times = times;
  }

  @Override
  public double sum(List<Parameter> parameters, float loss) {
    if (workers.size() == 1) {
      return loss;
    }
    long begun = System.nanoTime();
    long lossAt = parameters.stream().mapToLong(p -> bytes(p.grad())).sum();
    if (flat.byteSize() == 0) {
      flat = Arena.ofAuto().allocate(lossAt + Float.BYTES, Long.BYTES);
    }
    long at = 0;
    for (Parameter p : parameters) {
      backend.download(p.grad(), flat.asSlice(at, bytes(p.grad())));
      at += bytes(p.grad());
    }
    flat.set(JAVA_FLOAT, lossAt, loss);
    workers.allReduce(Purpose.GRADIENTS, flat);
    at = 0;
    for (Parameter p : parameters) {
      backend.upload(flat.asSlice(at, bytes(p.grad())), p.grad());
      at += bytes(p.grad());
    }
    times.since(begun, Phase.REDUCE);
    return flat.get(JAVA_FLOAT, lossAt);
  }

  private static long bytes(Matrix gradient) {
    return (long) gradient.rows() * gradient.cols() * Float.BYTES;
  }
}
