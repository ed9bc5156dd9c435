package dev.atoll.train.worker;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Requests;
import dev.atoll.comm.Service;
import dev.atoll.comm.Traffic;
import dev.atoll.comm.Transport;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.formats.shard.ShardWriter;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.partition.simple.RandomPartitioner;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.LocalNeighbors;
import dev.atoll.graph.sample.NeighborPicks;
import dev.atoll.graph.sample.NeighborSource;
import dev.atoll.train.sampling.PickService;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardedNeighborsTest {
  @TempDir private Path folder;

  /** One of three workers, each with a part of a graph. */
  private record Worker(
      Dataset dataset,
      ShardFolder shards,
      NodeNumbering ids,
      Transport transport,
      Requests requests,
      Communicator all,
      Arena memory) {
    NeighborSource neighbors(int part) throws IOException {
      return LocalNeighbors.of(shards.shard(part, memory), ids).withThreads(1);
    }
  }

  @FunctionalInterface
  private interface Body {
    void accept(Worker worker) throws IOException;
  }

  private void onThreeWorkers(Body body) throws IOException {
    try (Dataset cora = DatasetCatalog.standard().open("cora")) {
      var cut = new RandomPartitioner().partition(cora.graph(), PartitionGoal.of(3));
      new ShardWriter(Topology.PARTITIONED, 1).write(cora.graph(), cut, folder);
      ShardFolder shards = ShardFolder.open(folder);
      ThreadRanks.run(
          3,
          Limits.DEFAULT,
          transport -> {
            try (Arena memory = Arena.ofShared();
                Requests requests = new Requests(transport, 1);
                Communicator workers = Communicator.on(transport)) {
              var ids = shards.numbering(memory);
              body.accept(new Worker(cora, shards, ids, transport, requests, workers, memory));
            }
            return null;
          });
    }
  }

  @Test
  void degreesAreThoseOfTheWholeGraph() throws IOException {
    onThreeWorkers(
        worker -> {
          Transport transport = worker.transport();
          NeighborSource own = worker.neighbors(transport.rank());
          try (var service = new PickService(own);
              var all = asking(own, worker)) {
            worker.requests().serve(Service.NEIGHBORS.number(), service);
            worker.all().barrier();
            checkDegrees(worker, all, 500);
            checkDegrees(worker, all, 0);
            assertEquals(1, transport.traffic().rounds(Purpose.SAMPLING));
            worker.all().barrier();
          }
        });
  }

  /** Workers of one process pick where the rows are; bits and counted bytes are the same. */
  @Test
  void picksInPlaceAreThoseOfTheOwners() throws IOException {
    onThreeWorkers(
        worker -> {
          Transport transport = worker.transport();
          List<Shard> shards = new ArrayList<>();
          for (int part = 0; part < 3; part++) {
            shards.add(worker.shards().shard(part, worker.memory()));
          }
          NeighborSource own = worker.neighbors(transport.rank());
          var joined = LocalNeighbors.joined(shards, worker.ids()).withThreads(2);
          try (var service = new PickService(own);
              var asking = asking(own, worker);
              var reading = neighbors(own, worker, Optional.of(joined))) {
            worker.requests().serve(Service.NEIGHBORS.number(), service);
            worker.all().barrier();
            for (int fanout : new int[] {0, 3, 100, Fanouts.ALL}) {
              Traffic before = transport.traffic();
              worker.all().barrier();
              List<Integer> asked = picks(asking, fanout, worker.memory());
              worker.all().barrier();
              Traffic between = transport.traffic();
              worker.all().barrier();
              assertEquals(asked, picks(reading, fanout, worker.memory()));
              worker.all().barrier();
              assertSame(between.minus(before), transport.traffic().minus(between));
              worker.all().barrier();
            }
          }
        });
  }

  private static void assertSame(Traffic asked, Traffic read) {
    for (int peer = 0; peer < 3; peer++) {
      assertEquals(asked.bytes(Purpose.SAMPLING, peer), read.bytes(Purpose.SAMPLING, peer));
      assertEquals(asked.messages(Purpose.SAMPLING, peer), read.messages(Purpose.SAMPLING, peer));
    }
    assertEquals(asked.rounds(Purpose.SAMPLING), read.rounds(Purpose.SAMPLING));
  }

  private static List<Integer> picks(NeighborSource source, int fanout, Arena memory) {
    int count = 700;
    MemorySegment frontier = memory.allocate(JAVA_INT, count);
    for (int i = 0; i < count; i++) {
      frontier.setAtIndex(JAVA_INT, i, (int) (i * 31L % source.nodeCount()));
    }
    try (var picked = new NeighborPicks()) {
      source.pick(frontier, count, fanout, RandomKey.ofSeed(4), picked);
      List<Integer> numbers = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        numbers.add(picked.degree(i));
      }
      for (long e = 0; e < picked.neighbors().byteSize() / Integer.BYTES; e++) {
        numbers.add(picked.neighbors().getAtIndex(JAVA_INT, e));
      }
      return numbers;
    }
  }

  private static void checkDegrees(Worker worker, ShardedNeighbors all, int count) {
    MemorySegment nodes = worker.memory().allocate(JAVA_INT, Math.max(1, count));
    MemorySegment degrees = worker.memory().allocate(JAVA_INT, Math.max(1, count));
    for (int i = 0; i < count; i++) {
      nodes.setAtIndex(JAVA_INT, i, (int) (i * 31L % all.nodeCount()));
    }
    all.degrees(nodes, count, degrees);
    for (int i = 0; i < count; i++) {
      long original = worker.ids().original(nodes.getAtIndex(JAVA_INT, i));
      assertEquals(worker.dataset().graph().inDegree(original), degrees.getAtIndex(JAVA_INT, i));
    }
  }

  /** Neighbours drawn uniformly, all requested of their owners. */
  private static ShardedNeighbors asking(NeighborSource own, Worker worker) {
    return neighbors(own, worker, Optional.empty());
  }

  private static ShardedNeighbors neighbors(
      NeighborSource own, Worker worker, Optional<NeighborSource> all) {
    return new ShardedNeighbors(
        own,
        worker.shards().book(),
        worker.transport(),
        worker.requests(),
        Service.NEIGHBORS.number(),
        Optional.empty(),
        all);
  }
}
