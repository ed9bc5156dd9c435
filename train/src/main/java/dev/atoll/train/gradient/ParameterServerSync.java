package dev.atoll.train.gradient;

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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A parameter server that is sharded over the workers: each serves some parameters, whole ones, and
 * all serve about as many elements. A step is bulk-synchronous: when the backward pass is done,
 * workers push every gradient to its server, which sums them in the order of ranks; then they pull
 * the sums.
 *
 * <pre>
 *   | loss, parameters of server 0 | parameters of server 1 | …
 * </pre>
 */
final class ParameterServerSync implements GradientSync {
  private final Communicator workers;
  private final Backend backend;
  private final PhaseTimes times;
  private final List<Parameter> inOrder = new ArrayList<>();
  private final long[] offsets;
  private final MemorySegment elements;

  ParameterServerSync(
      List<Parameter> parameters, Communicator workers, Backend backend, PhaseTimes times) {
    this.workers = workers;
    this.backend = backend;
    this.times = times;
    this.offsets = new long[workers.size() + 1];
    List<List<Parameter>> byServer = deal(parameters, workers.size());
    for (int server = 0; server < byServer.size(); server++) {
      inOrder.addAll(byServer.get(server));
      offsets[server + 1] = offsets[server] + bytes(byServer.get(server));
      offsets[server + 1] += server == 0 ? Float.BYTES : 0;
    }
    this.elements = Arena.ofAuto().allocate(offsets[workers.size()], Long.BYTES);
  }

  /** The largest first, each to the server that has the fewest elements. */
  private static List<List<Parameter>> deal(List<Parameter> parameters, int servers) {
    List<List<Parameter>> byServer = new ArrayList<>();
    for (int server = 0; server < servers; server++) {
      byServer.add(new ArrayList<>());
    }
    parameters.stream()
        .sorted(Comparator.comparingLong((Parameter p) -> bytes(p.grad())).reversed())
        .forEach(
            p ->
                byServer.stream()
                    .min(Comparator.comparingLong(ParameterServerSync::bytes))
                    .orElseThrow()
                    .add(p));
    return byServer;
  }

  private static long bytes(List<Parameter> parameters) {
    return parameters.stream().mapToLong(p -> bytes(p.grad())).sum();
  }

  private static long bytes(Matrix gradient) {
    return (long) gradient.rows() * gradient.cols() * Float.BYTES;
  }

  /** Nothing is pushed before the whole step is done. */
  @Override
  public void complete(Parameter parameter) {}

  @Override
  public double sum(float loss) {
    if (workers.size() == 1) {
      return loss;
    }
    long begun = System.nanoTime();
    elements.set(JAVA_FLOAT, 0, loss);
    forGradients(backend::download);
    workers.reduceScatter(Purpose.GRADIENTS, elements, offsets);
    workers.allGather(Purpose.GRADIENTS, elements, offsets);
    forGradients((gradient, place) -> backend.upload(place, gradient));
    times.since(begun, Phase.REDUCE);
    return elements.get(JAVA_FLOAT, 0);
  }

  private interface Visitor {
    void visit(Matrix gradient, MemorySegment place);
  }

  private void forGradients(Visitor visitor) {
    long at = Float.BYTES;
    for (Parameter p : inOrder) {
      visitor.visit(p.grad(), elements.asSlice(at, bytes(p.grad())));
      at += bytes(p.grad());
    }
  }
}
