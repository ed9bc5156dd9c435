package dev.atoll.graph.partition;

class RandomPartitionerTest extends PartitionerContract {
  RandomPartitionerTest() {
    super(new RandomPartitioner(), Keeps.NODE_COUNTS);
  }
}
