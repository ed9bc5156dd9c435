package dev.atoll.train.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.graph.Dataset;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.cost.CostMeter;
import dev.atoll.train.cost.PhaseTimes;
import dev.atoll.train.cost.ResidentMemory;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.evaluate.Evaluator;
import dev.atoll.train.evaluate.ObjectiveWork;
import dev.atoll.train.gradient.GradientSync;
import dev.atoll.train.gradient.Sync;
import dev.atoll.train.link.PairWork;
import dev.atoll.train.model.Model;
import dev.atoll.train.plan.TrainingPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The workers of a run, as one of them sees it: opens the worker's share of the work and its
 * collectives.
 */
public abstract sealed class Team implements AutoCloseable permits SingleTeam, ShardTeam {
  private final Communicator workers;
  private final WorkerCounters counters;
  private final boolean sharedProcess;

  Team(Communicator workers, WorkerCounters counters, boolean sharedProcess) {
    this.workers = workers;
    this.counters = counters;
    this.sharedProcess = sharedProcess;
  }

  /**
   * A team of one worker that has the whole graph: on its device for full-graph training, as the
   * only shard for mini-batches.
   */
  public static Team single(Dataset dataset, TrainingPlan plan) {
    return plan.sampled().isPresent() ? ShardTeam.single(dataset.graph()) : new SingleTeam();
  }

  /** Opens this worker's share of the data on its device. All workers call it together. */
  public final Workload workload(
      WorkerData data,
      DeviceMemory memory,
      TrainingPlan plan,
      Model model,
      ObjectiveWork objective) {
    return open(new TrainingSetup(data, memory, plan, model, objective));
  }

  abstract Workload open(TrainingSetup setup);

  /** The evaluator of this worker's outputs. All workers call it together. */
  public final Evaluator evaluator(ObjectiveWork objective, Workload work) {
    return evaluator(objective, work.ids(), work.place());
  }

  /**
   * The evaluator of this worker's outputs.
   *
   * @param ids the nodes of their rows
   * @param place where mini-batches are made, if they are
   */
  public abstract Evaluator evaluator(
      ObjectiveWork objective, long[] ids, Optional<PairWork.BatchContext> place);

  /** The digest of the shards of all workers; empty where one has the whole graph. */
  public String shardsDigest() {
    return "";
  }

  /** Whether this is the first worker, which reports for all. */
  public boolean isLead() {
    return workers.rank() == 0;
  }

  public GradientSync gradients(Sync sync, List<Parameter> parameters, Backend backend) {
    return sync.open(parameters, workers, backend, times());
  }

  public CostMeter meter() {
    return new CostMeter(
        workers,
        counters.part(),
        sharedProcess,
        counters.times(),
        counters.reads(),
        counters.broadcasts());
  }

  /** The value of the first worker; all workers call it together. */
  public boolean valueOfLead(boolean own) {
    return workers.allGather(Purpose.CONTROL, own ? 1 : 0)[0] == 1;
  }

  /** The text of the first worker; all workers call it together. */
  public String valueOfLead(String own) {
    return new String(workers.allGather(Purpose.CONTROL, own.getBytes(UTF_8)).getFirst(), UTF_8);
  }

  /** A figure of every worker. */
  public List<Long> gather(long own) {
    return Arrays.stream(workers.allGather(Purpose.CONTROL, own)).boxed().toList();
  }

  /** Whether no worker of a smaller rank is a thread of the same process. */
  public boolean isFirstOfProcess() {
    return isLead() || !sharedProcess;
  }

  /** The peaks of all processes; the first worker of each gives its own. */
  public List<Long> residentBytes(Optional<ResidentMemory> own) {
    return gather(own.map(ResidentMemory::peakBytes).orElse(0L)).stream()
        .filter(bytes -> bytes > 0)
        .toList();
  }

  public Communicator workers() {
    return workers;
  }

  public PhaseTimes times() {
    return counters.times();
  }

  @Override
  public abstract void close();
}
