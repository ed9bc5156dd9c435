package dev.atoll.graph.partition;

class BlocksPartitionerTest extends PartitionerContract {
  BlocksPartitionerTest() {
    super(new BlocksPartitioner(2), Keeps.ONE_CONSTRAINT);
  }
}
