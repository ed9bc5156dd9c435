package dev.atoll.train.gradient;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.atoll.comm.CollectiveFuture;
import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.SharedProcess;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.Matrix;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.cost.Phase;
import dev.atoll.train.cost.PhaseTimes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sums gradients over all workers. They are packed into buckets, the last layers first, as the
 * backward pass completes them; a full bucket is reduced while the pass continues. The gradients
 * that fill no bucket are reduced with the loss, after the pass.
 *
 * <pre>
 *   | layer 2 … | layer 1 … |    | layer 0, loss |
 *   full buckets, overlapped     the rest
 * </pre>
 *
 * The sums do not depend on the cut into buckets.
 */
final class AllReduceSync implements GradientSync {
  private static final long BUCKET_BYTES = 1 << 20;

  private final Communicator workers;
  private final Backend backend;
  private final PhaseTimes times;
  private final List<Bucket> buckets = new ArrayList<>();
  private final Map<Parameter, Bucket> bucketOf = new HashMap<>();
  private final MemorySegment last;
  private final Bucket rest;
  private int started;

  /** Gradients that travel together. */
  private static final class Bucket {
    final List<Parameter> parameters = new ArrayList<>();
    MemorySegment elements = MemorySegment.NULL;
    int missing;
    CollectiveFuture sum;

    long bytes() {
      return parameters.stream().mapToLong(p -> AllReduceSync.bytes(p.grad())).sum();
    }
  }

  AllReduceSync(
      List<Parameter> parameters, Communicator workers, Backend backend, PhaseTimes times) {
    this.workers = workers;
    this.backend = backend;
    this.times = times;
    var filling = new Bucket();
    for (Parameter p : parameters.reversed()) {
      filling.parameters.add(p);
      bucketOf.put(p, filling);
      if (filling.bytes() >= BUCKET_BYTES) {
        filling.elements = memory(filling.bytes());
        buckets.add(filling);
        filling = new Bucket();
      }
    }
    this.rest = filling;
    this.last = memory(rest.bytes() + Float.BYTES);
    rest.elements = last.asSlice(0, rest.bytes());
    begin();
  }

  private static MemorySegment memory(long bytes) {
    return Arena.ofAuto().allocate(bytes, Long.BYTES);
  }

  private void begin() {
    started = 0;
    buckets.forEach(bucket -> bucket.missing = bucket.parameters.size());
  }

  /** Buckets are started in one order on all workers, whatever order their tapes have. */
  @Override
  public void complete(Parameter parameter) {
    Bucket bucket = bucketOf.get(parameter);
    if (workers.size() == 1 || bucket == null) {
      return;
    }
    bucket.missing--;
    while (started < buckets.size() && buckets.get(started).missing == 0) {
      start(buckets.get(started++));
    }
  }

  private void start(Bucket bucket) {
    download(bucket);
    bucket.sum = workers.startAllReduce(Purpose.GRADIENTS, bucket.elements);
  }

  @Override
  public double step(float loss, Runnable move) {
    double sum = sum(loss);
    move.run();
    return sum;
  }

  private double sum(float loss) {
    if (workers.size() == 1) {
      return loss;
    }
    long begun = System.nanoTime();
    while (started < buckets.size()) {
      start(buckets.get(started++)); // holds a parameter that this step did not use
    }
    download(rest);
    last.set(JAVA_FLOAT, rest.bytes(), loss);
    sumRest();
    upload(rest);
    for (Bucket bucket : buckets) {
      bucket.sum.await();
      upload(bucket);
    }
    begin();
    times.since(begun, Phase.REDUCE);
    return last.get(JAVA_FLOAT, rest.bytes());
  }

  /**
   * Sums the remaining gradients and the loss. Meanwhile, a worker that shares its process computes
   * tasks of workers that have not arrived yet.
   */
  private void sumRest() {
    if (workers.transport().sharedProcess().filter(SharedProcess::sharesMemory).isEmpty()) {
      workers.allReduce(Purpose.GRADIENTS, last);
      return;
    }
    CollectiveFuture sum = workers.startAllReduce(Purpose.GRADIENTS, last);
    backend.helpUntil(sum::isDone);
    sum.await();
  }

  private void download(Bucket bucket) {
    long at = 0;
    for (Parameter p : bucket.parameters) {
      backend.download(p.grad(), bucket.elements.asSlice(at, bytes(p.grad())));
      at += bytes(p.grad());
    }
  }

  private void upload(Bucket bucket) {
    long at = 0;
    for (Parameter p : bucket.parameters) {
      backend.upload(bucket.elements.asSlice(at, bytes(p.grad())), p.grad());
      at += bytes(p.grad());
    }
  }

  private static long bytes(Matrix gradient) {
    return (long) gradient.rows() * gradient.cols() * Float.BYTES;
  }
}
