package dev.atoll.graph.partition.shard;

import dev.atoll.graph.order.Ordering;
import java.io.IOException;
import java.lang.foreign.Arena;

/** The shards of a partitioned graph, wherever they are stored. */
public interface ShardSource {
  PartitionBook book();

  Topology topology();

  /** The shard of a part; its memory lives as long as the arena. */
  Shard shard(int part, Arena arena) throws IOException;

  /** Whether the shards of all parts are present, not only that of one worker. */
  boolean isComplete();

  /** The numbers of the user's dataset; their memory lives as long as the arena. */
  NodeNumbering numbering(Arena arena) throws IOException;

  /** The ordering from new numbers back to those of the user's dataset: {@code oldOf(new)}. */
  Ordering ordering() throws IOException;

  /** A digest of all shards; equal shards have equal digests. */
  String digest() throws IOException;
}
