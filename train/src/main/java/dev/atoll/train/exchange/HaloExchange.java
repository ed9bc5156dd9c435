package dev.atoll.train.exchange;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Buffer;
import dev.atoll.tensor.DType;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.Workspace;
import dev.atoll.tensor.autograd.Gradient;
import dev.atoll.tensor.autograd.Op;
import dev.atoll.tensor.autograd.Var;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.PhaseTimes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntUnaryOperator;

/**
 * Brings the rows of halo nodes from their owners, and takes their gradients home. All workers call
 * it together.
 *
 * <pre>
 *   forward    own rows                     →  own rows | halo rows
 *   backward   gradients of both            →  own gradient + what the peers send for boundary rows
 * </pre>
 */
public final class HaloExchange implements AutoCloseable {
  private final HaloPlan plan;
  private final Communicator workers;
  private final Backend backend;
  private final PhaseTimes times;
  private final Workspace fixed;
  private final Buffer[] boundary;

  public HaloExchange(HaloPlan plan, Communicator workers, Backend backend, PhaseTimes times) {
    this.plan = plan;
    this.workers = workers;
    this.backend = backend;
    this.times = times;
    this.fixed = backend.newWorkspace();
    this.boundary = new Buffer[workers.size()];
    try (Arena passing = Arena.ofConfined()) {
      for (int peer = 0; peer < boundary.length; peer++) {
        boundary[peer] = fixed.buffer(DType.I32, plan.boundaryCount(peer));
        backend.upload(plan.boundaryRows(peer, passing), boundary[peer]);
      }
    }
  }

  public int haloCount() {
    return plan.haloCount();
  }

  /** Own rows, with those of the halo behind them. */
  public Var lift(int layer, Var own) {
    return own.tape().apply(new Lift(), own);
  }

  private Rooms rooms(int cols, IntUnaryOperator rows) {
    return new Rooms(
        workers.transport(), peer -> (long) rows.applyAsInt(peer) * cols * Float.BYTES);
  }

  private final class Lift implements Op {
    @Override
    public Matrix forward(Scratch s, Matrix[] in, boolean mayOverwrite) {
      Matrix own = in[0];
      Matrix out = s.workspace().matrix(own.rows() + haloCount(), own.cols());
      long begun = System.nanoTime();
      try (Rooms toPeers = rooms(own.cols(), plan::boundaryCount);
          Rooms fromPeers = rooms(own.cols(), plan::haloCount)) {
        for (int peer = 0; peer < workers.size(); peer++) {
          download(s, own, peer, toPeers.of(peer));
        }
        workers.allToAll(Purpose.BOUNDARY, toPeers.all(), fromPeers.all());
        for (int peer = 0; peer < workers.size(); peer++) {
          backend.upload(fromPeers.of(peer), haloRows(out, own.rows(), peer));
        }
      }
      times.since(begun, Phase.EXCHANGE);
      s.kernels().copy(own, out.rowsView(0, own.rows()));
      return out;
    }

    private void download(Scratch s, Matrix own, int peer, MemorySegment into) {
      if (plan.boundaryCount(peer) == 0) {
        return;
      }
      Matrix rows = s.workspace().matrix(plan.boundaryCount(peer), own.cols());
      s.kernels().gather(own, boundary[peer], rows);
      backend.download(rows, into);
      s.workspace().release(rows);
    }

    @Override
    public void backward(Scratch s, Matrix[] in, Matrix out, Matrix gradOut, Gradient[] gradIn) {
      int own = in[0].rows();
      gradIn[0].add((beta, into) -> s.kernels().add(1, gradOut.rowsView(0, own), beta, into));
      long begun = System.nanoTime();
      try (Rooms toPeers = rooms(gradOut.cols(), plan::haloCount);
          Rooms fromPeers = rooms(gradOut.cols(), plan::boundaryCount)) {
        for (int peer = 0; peer < workers.size(); peer++) {
          backend.download(haloRows(gradOut, own, peer), toPeers.of(peer));
        }
        workers.allToAll(Purpose.BOUNDARY, toPeers.all(), fromPeers.all());
        for (int peer = 0; peer < workers.size(); peer++) {
          addHome(s, peer, fromPeers.of(peer), gradOut.cols(), gradIn[0]);
        }
      }
      times.since(begun, Phase.EXCHANGE);
    }

    private void addHome(Scratch s, int peer, MemorySegment from, int cols, Gradient into) {
      if (plan.boundaryCount(peer) == 0) {
        return;
      }
      Matrix rows = s.workspace().matrix(plan.boundaryCount(peer), cols);
      backend.upload(from, rows);
      into.add((_, sum) -> s.kernels().scatterAdd(rows, boundary[peer], sum));
      s.workspace().release(rows);
    }

    private Matrix haloRows(Matrix rows, int own, int peer) {
      int first = own + plan.haloStart(peer);
      return rows.rowsView(first, first + plan.haloCount(peer));
    }
  }

  @Override
  public void close() {
    fixed.close();
  }
}
