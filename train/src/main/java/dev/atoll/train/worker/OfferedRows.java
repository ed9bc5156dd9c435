package dev.atoll.train.worker;

import dev.atoll.comm.Service;
import dev.atoll.comm.Transport;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.train.data.RequiredData;
import dev.atoll.train.data.WorkerData;
import dev.atoll.train.plan.TrainingPlan;
import dev.atoll.train.store.FeatureRows;
import dev.atoll.train.store.MappedRows;
import dev.atoll.train.store.OwnedRows;
import java.util.Optional;
import java.util.stream.IntStream;

/** Feature rows that workers of one process or machine read in place, without requests. */
record OfferedRows(ShardServices services, WorkerData data, TrainingPlan plan) {
  /** Reads the rows of the worker's own nodes, and lets the workers beside it read them. */
  OwnedRows open() {
    FeatureRows features = RequiredData.rows(data, plan);
    OwnedRows own = OwnedRows.read(services.shard(), features, numbers(data), services.memory());
    int service = Service.FEATURE_ROWS.number();
    Transport transport = services.transport();
    transport
        .sharedProcess()
        .ifPresent(
            process -> {
              process.offer(transport.rank(), service, own);
              if (!process.sharesMemory() && services.shards().isComplete()) {
                IntStream.range(0, transport.size())
                    .filter(rank -> rank != transport.rank())
                    .forEach(
                        peer ->
                            mapped(peer, features)
                                .ifPresent(rows -> process.offer(peer, service, rows)));
              }
            });
    return own;
  }

  /** The numbers of nodes among the features. */
  private NodeNumbering numbers(WorkerData of) {
    return of.featuresFollowShard() ? NodeNumbering.identity(of.nodeCount()) : services.numbering();
  }

  private Optional<MappedRows> mapped(int peer, FeatureRows features) {
    return data.ofPart(peer / services.trainers())
        .flatMap(
            theirs ->
                MappedRows.of(
                    services.shardOf(peer),
                    theirs == data ? features : RequiredData.rows(theirs, plan),
                    numbers(theirs)));
  }
}
