package dev.atoll.graph.partition;

import dev.atoll.graph.partition.simple.RandomPartitioner;

class RandomPartitionerTest extends PartitionerContract {
  RandomPartitionerTest() {
    super(new RandomPartitioner(), Keeps.NODE_COUNTS);
  }
}
