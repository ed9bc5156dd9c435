package dev.atoll.train.worker;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.local.LocalTransport;
import dev.atoll.train.evaluate.Evaluator;
import dev.atoll.train.evaluate.ObjectiveWork;
import dev.atoll.train.evaluate.Outputs;
import dev.atoll.train.link.PairWork;
import java.util.Optional;
import java.util.function.Function;

/** A team of one worker, which trains on the full graph. */
final class SingleTeam extends Team {
  SingleTeam() {
    super(
        Communicator.on(LocalTransport.group(1, Limits.DEFAULT).getFirst()),
        new WorkerCounters(0, 1),
        true);
  }

  @Override
  Workload open(TrainingSetup setup) {
    if (setup.plan().sampled().isPresent()) {
      throw new IllegalArgumentException(
          "a plan of mini-batches for a worker without a shard, which trains on the whole graph:"
              + " expected Team.single(dataset, plan) of this plan, or ShardTeam.join");
    }
    return new FullGraphWork(setup).open();
  }

  @Override
  public Evaluator evaluator(
      ObjectiveWork objective, long[] ids, Optional<PairWork.BatchContext> place) {
    return objective.evaluator(new OwnOutputs(workers(), ids), place);
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record OwnOutputs(Communicator workers, long[] ids) implements Outputs {
    @Override
    public Evaluator inOnePlace(Function<long[], Evaluator> scorer) {
      return scorer.apply(ids);
    }
  }

  @Override
  public void close() {
    workers().close();
    workers().transport().close();
  }
}
