package dev.atoll.graph.partition;

class ChunkPartitionerTest extends PartitionerContract {
  ChunkPartitionerTest() {
    super(new ChunkPartitioner(), Keeps.NODE_COUNTS);
  }
}
