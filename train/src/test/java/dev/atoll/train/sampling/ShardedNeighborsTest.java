package dev.atoll.train.sampling;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.Requests;
import dev.atoll.comm.Service;
import dev.atoll.comm.local.ThreadRanks;
import dev.atoll.formats.dataset.DatasetCatalog;
import dev.atoll.formats.shard.ShardFolder;
import dev.atoll.formats.shard.ShardWriter;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.RandomPartitioner;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.sample.LocalNeighbors;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardedNeighborsTest {
  @TempDir private Path folder;

  @Test
  void degreesAreThoseOfTheWholeGraph() throws IOException {
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
              Shard shard = shards.shard(transport.rank(), memory);
              MemorySegment ids = shards.originalIds(memory);
              var own = LocalNeighbors.of(shard, ids).withThreads(1);
              try (var service = new PickService(own);
                  var all =
                      new ShardedNeighbors(
                          own, shards.book(), transport, requests, Optional.empty())) {
                requests.serve(Service.NEIGHBORS.number(), service);
                workers.barrier();
                checkDegrees(cora, all, ids, 500, memory);
                checkDegrees(cora, all, ids, 0, memory);
                assertEquals(1, transport.traffic().rounds(Purpose.SAMPLING));
                workers.barrier();
              }
            }
            return null;
          });
    }
  }

  private static void checkDegrees(
      Dataset cora, ShardedNeighbors all, MemorySegment ids, int count, Arena memory) {
    MemorySegment nodes = memory.allocate(JAVA_INT, Math.max(1, count));
    MemorySegment degrees = memory.allocate(JAVA_INT, Math.max(1, count));
    for (int i = 0; i < count; i++) {
      nodes.setAtIndex(JAVA_INT, i, (int) (i * 31L % all.nodeCount()));
    }
    all.degrees(nodes, count, degrees);
    for (int i = 0; i < count; i++) {
      long original = ids.getAtIndex(JAVA_INT, nodes.getAtIndex(JAVA_INT, i));
      assertEquals(cora.graph().inDegree(original), degrees.getAtIndex(JAVA_INT, i));
    }
  }
}
