package dev.atoll.graph.partition;

import dev.atoll.graph.partition.simple.ChunkPartitioner;

class ChunkPartitionerTest extends PartitionerContract {
  ChunkPartitionerTest() {
    super(new ChunkPartitioner(), Keeps.NODE_COUNTS);
  }
}
