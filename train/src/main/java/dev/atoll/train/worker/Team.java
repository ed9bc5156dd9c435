package dev.atoll.train.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Purpose;
import dev.atoll.graph.Dataset;
import dev.atoll.tensor.Backend;
import dev.atoll.tensor.autograd.Parameter;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.cost.BroadcastCounts;
import dev.atoll.train.cost.CostMeter;
import dev.atoll.train.cost.PartGroup;
import dev.atoll.train.cost.PhaseTimes;
import dev.atoll.train.cost.ReadCounts;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.evaluate.Evaluator;
import dev.atoll.train.evaluate.ObjectiveWork;
import dev.atoll.train.gradient.GradientSync;
import dev.atoll.train.gradient.Sync;
import dev.atoll.train.model.Model;
import dev.atoll.train.plan.TrainingPlan;
import java.util.Arrays;
import java.util.List;

/**
 * The workers of a run, as one of them sees it: opens the worker's share of the work and its
 * collectives.
 */
public abstract sealed class Team implements AutoCloseable permits SingleTeam, ShardTeam {
  private final Communicator workers;
  private final PartGroup part;
  private final boolean sharedProcess;
  private final PhaseTimes times = new PhaseTimes();
  private final ReadCounts reads;
  private final BroadcastCounts broadcasts = new BroadcastCounts();

  Team(Communicator workers, int trainers, boolean sharedProcess) {
    this.workers = workers;
    this.part = new PartGroup(workers.rank(), trainers);
    this.reads = new ReadCounts(part);
    this.sharedProcess = sharedProcess;
  }

  /** One worker that has the whole graph: on its device, or as the only shard of mini-batches. */
  public static Team single(Dataset dataset, TrainingPlan plan) {
    return plan.sampled().isPresent() ? ShardTeam.single(dataset.graph()) : new SingleTeam();
  }

  /** This worker's share of the data, on its device. All workers open theirs together. */
  public abstract Workload workload(
      WorkerData data,
      DeviceMemory memory,
      TrainingPlan plan,
      Model model,
      ObjectiveWork objective);

  /** The evaluator of this worker's outputs. All workers call it together. */
  public abstract Evaluator evaluator(ObjectiveWork objective, Workload work);

  /** The digest of the shards of all workers; empty where one has the whole graph. */
  public String shardsDigest() {
    return "";
  }

  /** Whether this is the first worker, which reports for all. */
  public boolean isLead() {
    return workers.rank() == 0;
  }

  public GradientSync gradients(Sync sync, List<Parameter> parameters, Backend backend) {
    return sync.open(parameters, workers, backend, times);
  }

  public CostMeter meter() {
    return new CostMeter(workers, part, sharedProcess, times, reads, broadcasts);
  }

  /** The value of the first worker; all workers call it together. */
  public boolean valueOfLead(boolean own) {
    return workers.allGather(Purpose.CONTROL, own ? 1 : 0)[0] == 1;
  }

  /** The same for a text. */
  public String valueOfLead(String own) {
    return new String(workers.allGather(Purpose.CONTROL, own.getBytes(UTF_8)).getFirst(), UTF_8);
  }

  /** A figure of every worker. */
  public List<Long> gather(long own) {
    return Arrays.stream(workers.allGather(Purpose.CONTROL, own)).boxed().toList();
  }

  public Communicator workers() {
    return workers;
  }

  public PhaseTimes times() {
    return times;
  }

  BroadcastCounts broadcasts() {
    return broadcasts;
  }

  ReadCounts reads() {
    return reads;
  }

  @Override
  public abstract void close();
}
