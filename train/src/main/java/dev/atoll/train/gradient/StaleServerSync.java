package dev.atoll.train.gradient;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import dev.atoll.comm.CollectiveFuture;
import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.PhaseTimes;
import dev.atoll.train.weights.Safetensors.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A stale-synchronous parameter server (Ho et al., NIPS 2013), sharded over the workers. A step
 * pushes its gradients and waits for parameters that contain all updates up to {@code staleness}
 * steps before. A worker is therefore at most {@code staleness} steps ahead of the slowest, and
 * transfers may take as long.
 *
 * <pre>
 *   trainer   push t │ await t−s │ push t+1 │ await t+1−s │ …
 *   server    sum and move t−s │ sum and move t+1−s │ …          a thread of its own
 * </pre>
 *
 * Parameters that a step reads lack exactly the last {@code staleness} updates, however fast they
 * travel: the result is a function of the definition, not of timing. The server's copy of the
 * parameters and their moments are in host memory.
 */
final class StaleServerSync implements GradientSync {
  private static final String MASTER = "master/";
  private static final String UNDER_WAY = "under-way/";
  private static final String STEPS = "steps";

  /**
   * Steps are saved as two floats, each below 2²⁴; behind them the number of steps whose loss was
   * not returned.
   */
  private static final int STEP_BASE = 1 << 20;

  private final Communicator workers;
  private final Backend backend;
  private final PhaseTimes times;
  private final int staleness;
  private final ServedParameters served;
  private final Backend host;
  private final DeviceMemory hostMemory;
  private final List<Transfer> transfers = new ArrayList<>();

  /** The server's own copies, in the order of its parameters. */
  private final List<Parameter> masters = new ArrayList<>();

  private ParameterOptimizer optimizer;

  /** The communicator of the servers; used only by the server's thread. */
  private Communicator servers;

  private long steps;

  /** The number of leading steps whose loss has been returned. */
  private long lossesReturned;

  /** Gradients of a step on their way to the servers, then parameters on their way back. */
  private static final class Transfer {
    final MemorySegment elements;
    CollectiveFuture arrival = CollectiveFuture.NONE;

    Transfer(long bytes) {
      elements = Arena.ofAuto().allocate(bytes, Long.BYTES);
    }
  }

  StaleServerSync(
      List<Parameter> parameters,
      Communicator workers,
      Backend backend,
      PhaseTimes times,
      int staleness) {
    this.workers = workers;
    this.backend = backend;
    this.times = times;
    this.staleness = staleness;
    this.served = new ServedParameters(parameters, workers.size());
    for (int i = 0; i <= staleness; i++) {
      transfers.add(new Transfer(served.totalBytes()));
    }
    this.host = backend.newHostBackend(1);
    this.hostMemory = new DeviceMemory(host);
  }

  /** The worker's own optimizer moves nothing: it counts steps. */
  @Override
  public ParameterOptimizer optimizer(
      ParameterOptimizer.Factory optimizers, List<Parameter> parameters, DeviceMemory memory) {
    MemorySegment passing = transfers.getFirst().elements;
    served.forEachOf(
        workers.rank(),
        (p, place) -> {
          Matrix value = hostMemory.matrix(p.value().rows(), p.value().cols());
          backend.download(p.value(), at(passing, p, place));
          host.upload(at(passing, p, place), value);
          masters.add(
              new Parameter(
                  p.name(), value, hostMemory.matrix(p.value().rows(), p.value().cols())));
        });
    optimizer = optimizers.of(masters, hostMemory, squares -> served.squares(servers, squares));
    return optimizers.of(List.of(), memory, squares -> squares);
  }

  /** Does nothing: gradients are pushed after the whole backward pass. */
  @Override
  public void complete(Parameter parameter) {}

  private Transfer transfer(long step) {
    return transfers.get((int) (step % transfers.size()));
  }

  /**
   * The loss of the step whose parameters arrive: sums of all workers, of which none is known in
   * the first steps of an epoch.
   */
  @Override
  public double step(float loss, Runnable move) {
    long begun = System.nanoTime();
    Transfer pushed = transfer(steps);
    pushed.elements.set(JAVA_FLOAT, 0, loss);
    served.forEach((p, place) -> backend.download(p.grad(), at(pushed.elements, p, place)));
    pushed.arrival = workers.start(all -> serve(all, pushed.elements));
    move.run();
    double sum = 0;
    if (steps >= staleness) {
      Transfer pulled = transfer(steps - staleness);
      pulled.arrival.await();
      served.forEach((p, place) -> backend.upload(at(pulled.elements, p, place), p.value()));
      sum = lossesBefore(steps - staleness + 1);
    }
    steps++;
    times.since(begun, Phase.REDUCE);
    return sum;
  }

  /** The losses of the steps before this one that were not returned yet; all have arrived. */
  private double lossesBefore(long step) {
    double sum = 0;
    for (; lossesReturned < step; lossesReturned++) {
      sum += transfer(lossesReturned).elements.get(JAVA_FLOAT, 0);
    }
    return sum;
  }

  @Override
  public double endEpoch() {
    long begun = System.nanoTime();
    awaitAll();
    times.since(begun, Phase.REDUCE);
    return lossesBefore(steps);
  }

  /** The joint work of the servers in one step. */
  private void serve(Communicator all, MemorySegment elements) {
    servers = all;
    all.reduceScatter(Purpose.GRADIENTS, elements, served.offsets());
    forMasters((master, p, place) -> host.upload(at(elements, p, place), master.grad()));
    optimizer.step(host.kernels());
    forMasters((master, p, place) -> host.download(master.value(), at(elements, p, place)));
    all.allGather(Purpose.GRADIENTS, elements, served.offsets());
  }

  /** Receives the server's copy of a parameter. */
  @FunctionalInterface
  private interface MasterVisitor {
    void visit(Parameter master, Parameter parameter, long place);
  }

  private void forMasters(MasterVisitor visitor) {
    var next = masters.iterator();
    served.forEachOf(workers.rank(), (p, place) -> visitor.visit(next.next(), p, place));
  }

  private static MemorySegment at(MemorySegment elements, Parameter p, long place) {
    return elements.asSlice(place, ServedParameters.bytes(p.grad()));
  }

  /** Returns when the server's thread has ended all transfers, those after a failed one too. */
  private void awaitAll() {
    RuntimeException failure = null;
    for (Transfer transfer : transfers) {
      try {
        transfer.arrival.await();
      } catch (RuntimeException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public boolean everyoneHasMoments() {
    return false;
  }

  @Override
  public boolean remembers() {
    return true;
  }

  /** Saves the state, including parameters in flight, the youngest first. */
  @Override
  public Map<String, Tensor> save(Arena passing) {
    awaitAll();
    var saved = new LinkedHashMap<>(Moments.save(optimizer, host, passing));
    for (Parameter master : masters) {
      saved.put(MASTER + master.name(), Moments.tensor(master.value(), host, passing));
    }
    for (int age = 1; age <= Math.min(steps, staleness); age++) {
      MemorySegment elements = transfer(steps - age).elements;
      int count = Math.toIntExact(elements.byteSize() / Float.BYTES);
      saved.put(UNDER_WAY + age, new Tensor(1, count, elements));
    }
    MemorySegment taken = passing.allocate(JAVA_FLOAT, 3);
    taken.setAtIndex(JAVA_FLOAT, 0, (float) Math.floorDiv(steps, STEP_BASE));
    taken.setAtIndex(JAVA_FLOAT, 1, (float) (steps % STEP_BASE));
    taken.setAtIndex(JAVA_FLOAT, 2, (float) (steps - lossesReturned));
    saved.put(STEPS, new Tensor(1, 3, taken));
    return saved;
  }

  @Override
  public void restore(Map<String, Tensor> saved) {
    Moments.restore(optimizer, host, saved);
    for (Parameter master : masters) {
      host.upload(saved.get(MASTER + master.name()).elements(), master.value());
    }
    MemorySegment taken = saved.get(STEPS).elements();
    steps =
        ((long) taken.getAtIndex(JAVA_FLOAT_UNALIGNED, 0)) * STEP_BASE
            + (long) taken.getAtIndex(JAVA_FLOAT_UNALIGNED, 1);
    boolean knowsLosses = saved.get(STEPS).cols() > 2; // older versions of Atoll did not write it
    lossesReturned =
        Math.max(
            0,
            steps - (knowsLosses ? (long) taken.getAtIndex(JAVA_FLOAT_UNALIGNED, 2) : staleness));
    optimizer.resumeAt(Math.toIntExact(steps));
    for (int age = 1; age <= Math.min(steps, staleness); age++) {
      transfer(steps - age).elements.copyFrom(saved.get(UNDER_WAY + age).elements());
    }
  }

  @Override
  public long heldBytes() {
    return hostMemory.heldBytes() + transfers.size() * served.totalBytes();
  }

  /** Waits for the server's thread: it writes the memory that is released here. */
  @Override
  public void close() {
    try {
      awaitAll();
    } finally {
      hostMemory.close();
      host.close();
    }
  }
}
