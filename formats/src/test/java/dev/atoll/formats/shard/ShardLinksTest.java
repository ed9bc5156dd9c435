package dev.atoll.formats.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.CsrGraph;
import dev.atoll.graph.Dataset;
import dev.atoll.graph.Links;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import dev.atoll.graph.link.KnownLinks;
import dev.atoll.graph.link.LinkSplit;
import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.PartitionGoal;
import dev.atoll.graph.partition.shard.Shard;
import dev.atoll.graph.partition.shard.Topology;
import dev.atoll.graph.partition.simple.RandomPartitioner;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the links of a shard's own nodes agree with the links of the dataset. */
class ShardLinksTest {
  private static final int NODES = 40;

  @TempDir Path folder;

  @Test
  void ownNodesAreKnownAsFromTheLinks() throws IOException {
    try (Dataset split =
        new LinkSplit(0.1, 0.1, RandomKey.ofSeed(3)).of(random(Arena.ofShared()))) {
      Links links = split.links().orElseThrow();
      KnownLinks expected = KnownLinks.of(links, NODES, role -> role == Split.TRAIN);
      new ShardWriter(Topology.PARTITIONED, 1)
          .write(
              split.graph(),
              new RandomPartitioner().partition(split.graph(), PartitionGoal.of(3)),
              folder.resolve("shards"));
      ShardFolder shards = ShardFolder.open(folder.resolve("shards"));
      Ordering numbers = shards.ordering();
      for (int part = 0; part < 3; part++) {
        Shard shard = shards.shard(part, split.memory());
        KnownLinks found = KnownLinks.ofShard(shard, numbers);
        int first = shards.book().first(part);
        for (int v = first; v < first + shard.coreCount(); v++) {
          int head = numbers.oldOf(v);
          assertEquals(expected.count(head), found.count(head));
          assertEquals(tails(expected, head), tails(found, head));
          for (int tail = 0; tail < NODES; tail++) {
            assertEquals(expected.contains(head, 0, tail), found.contains(head, 0, tail));
          }
        }
      }
    }
  }

  private static List<Integer> tails(KnownLinks known, int head) {
    List<Integer> tails = new ArrayList<>();
    known.forEachTail(head, 0, tails::add);
    return tails;
  }

  /** A dataset in which every node has three in-neighbours, and node 0 none. */
  private static Dataset random(Arena memory) {
    MemorySegment start = memory.allocate(ValueLayout.JAVA_LONG, NODES + 1L);
    MemorySegment sources = memory.allocate(ValueLayout.JAVA_INT, 3L * NODES);
    RandomKey key = RandomKey.ofSeed(5);
    int edges = 0;
    for (int v = 0; v < NODES; v++) {
      for (int i = 0; v > 0 && i < 3; i++) {
        int source = 1 + (int) key.child(v).below(NODES - 1, i);
        sources.setAtIndex(ValueLayout.JAVA_INT, edges++, source);
      }
      start.setAtIndex(ValueLayout.JAVA_LONG, v + 1L, edges);
    }
    var graph = new CsrGraph(NODES, start, sources.asSlice(0, (long) edges * Integer.BYTES));
    return Dataset.of("random", graph, memory);
  }
}
