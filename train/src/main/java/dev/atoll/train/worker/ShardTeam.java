package dev.atoll.train.worker;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.Transport;
import dev.atoll.comm.local.LocalTransport;
import dev.atoll.graph.BadDataException;
import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.partition.shard.ShardSource;
import dev.atoll.graph.partition.shard.SingleShard;
import dev.atoll.train.batch.DeviceMemory;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.evaluate.Evaluator;
import dev.atoll.train.evaluate.GatheringEvaluator;
import dev.atoll.train.evaluate.ObjectiveWork;
import dev.atoll.train.evaluate.Outputs;
import dev.atoll.train.halo.HaloPlan;
import dev.atoll.train.halo.codec.RowCodec;
import dev.atoll.train.inference.output.NodeOutputs;
import dev.atoll.train.link.PairWork;
import dev.atoll.train.model.Model;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.store.OwnedRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.Function;

/** Workers that each own a shard: features and neighbours of a node live with its owner. */
public final class ShardTeam extends Team {
  private final ShardServices services;

  private ShardTeam(ShardServices services, boolean sharedProcess) {
    super(services.workers(), services.counters(), sharedProcess);
    this.services = services;
  }

  /**
   * Joins the workers of a transport, each with the shard of its rank.
   *
   * @param sharedProcess whether all workers are threads of this process
   */
  public static ShardTeam join(Transport transport, ShardSource shards, boolean sharedProcess)
      throws IOException {
    return join(transport, shards, 1, sharedProcess);
  }

  /**
   * Joins a team with several workers for each shard, which have consecutive ranks.
   *
   * @param trainers workers of every shard
   */
  public static ShardTeam join(
      Transport transport, ShardSource shards, int trainers, boolean sharedProcess)
      throws IOException {
    if (shards.book().parts() * trainers != transport.size()) {
      throw new BadDataException(
          "there are %d shards of %d trainers each for %d workers; cut the dataset into %d parts"
              .formatted(
                  shards.book().parts(), trainers, transport.size(), transport.size() / trainers));
    }
    return new ShardTeam(new ShardServices(transport, shards, trainers), sharedProcess);
  }

  /** A team of one worker, whose shard is the whole graph in its own memory. */
  public static ShardTeam single(CsrGraph graph) {
    Transport transport = LocalTransport.group(1, Limits.DEFAULT).getFirst();
    try {
      ShardTeam team = join(transport, new SingleShard(graph), true);
      team.services.opened(transport);
      return team;
    } catch (IOException e) {
      throw new UncheckedIOException("a graph in memory is read without files", e);
    }
  }

  @Override
  Workload open(TrainingSetup setup) {
    WorkerData data = setup.data();
    int nodes = services.book().nodeCount();
    if (data.nodeCount() != nodes) {
      throw new BadDataException(
          "the shards are of a graph of %d nodes, dataset %s has %d: cut this dataset"
              .formatted(nodes, data.name(), data.nodeCount()));
    }
    OwnedRows own = new OfferedRows(services, data, setup.plan()).open();
    HaloPlan halo = HaloPlan.agree(services.shard(), workers());
    return setup.plan().sampled().isPresent()
        ? new SampledShardWork(services, setup, own, halo).open()
        : new FullShardWork(services, setup, own, halo).open();
  }

  /** The outputs of a trained model for the nodes of this worker; all workers open theirs. */
  public NodeOutputs outputs(WorkerData data, DeviceMemory device, TrainingPlan plan, Model model) {
    OwnedRows own = new OfferedRows(services, data, plan).open();
    services.serve(own, RowCodec.fp32(), device.backend().parallelism());
    HaloPlan halo = HaloPlan.agree(services.shard(), workers());
    return new ShardInference(
        services, device, model, own, Optional.empty(), halo, RowCodec.fp32());
  }

  /** The dataset's own numbers of the core nodes. */
  public long[] coreIds() {
    return services.coreIds();
  }

  @Override
  public String shardsDigest() {
    return services.digest();
  }

  @Override
  public Evaluator evaluator(
      ObjectiveWork objective, long[] ids, Optional<PairWork.BatchContext> place) {
    return objective.evaluator(new ShardOutputs(ids, objective.outputs()), place);
  }

  private final class ShardOutputs implements Outputs {
    private final long[] ids;
    private final int width;

    ShardOutputs(long[] ids, int width) {
      this.ids = ids;
      this.width = width;
    }

    @Override
    public Communicator workers() {
      return ShardTeam.this.workers();
    }

    @Override
    public long[] ids() {
      return ids;
    }

    @Override
    public Evaluator inOnePlace(Function<long[], Evaluator> scorer) {
      long[] all = idsOfAll(ids);
      return new GatheringEvaluator(
          workers(), services.book(), width, isLead() ? scorer.apply(all) : null);
    }
  }

  /** The nodes of all workers' rows, one worker after the other. */
  private long[] idsOfAll(long[] own) {
    long[] all = new long[services.book().nodeCount()];
    System.arraycopy(own, 0, all, services.book().first(services.shard().part()), own.length);
    services.gather(MemorySegment.ofArray(all), Long.BYTES);
    return all;
  }

  /** Ends this worker's services; the transport stays open. */
  @Override
  public void close() {
    services.close();
  }
}
