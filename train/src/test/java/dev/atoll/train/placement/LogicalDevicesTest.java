package dev.atoll.train.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.atoll.graph.order.Ordering;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.train.cost.ReadCounts;
import dev.atoll.train.cost.RowReads;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.FeatureStoreContract;
import dev.atoll.train.store.MemoryStore;
import dev.atoll.train.store.OwnedRows;
import dev.atoll.train.store.StoreRanks;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests rows in the buffers of simulated devices, whatever device a batch goes to. */
class LogicalDevicesTest {
  private static final int NODES = 100;

  /** Devices 0 and 1 are a group, device 2 is alone; all keep ten rows. */
  private static final int[][] BUFFERS = {range(0), range(10), range(5)};

  private static final Devices DEVICES = Devices.grouped("2+1", 10);

  private static int[] range(int first) {
    int[] nodes = new int[10];
    Arrays.setAll(nodes, i -> first + i);
    return nodes;
  }

  /** Devices that train on the nodes of their number, modulo three. */
  private static NearRows devices(FeatureStore host, OwnedRows like, Arena memory) {
    int[] deviceOf = new int[NODES];
    Arrays.setAll(deviceOf, node -> node % 3);
    return NearRows.read(
        new PlacementPlan(new CachedPlacement(), "10", 3, "2+1"),
        Placement.of(DEVICES, NODES, BUFFERS).trainedBy(deviceOf),
        host,
        like,
        Ordering.identity(NODES),
        NodeNumbering.identity(NODES),
        memory);
  }

  private static void onEveryDevice(
      FeatureStore host, OwnedRows own, Arena memory, Consumer<FeatureStore> body) {
    BatchStore batches = devices(host, own, memory).over(_ -> host, new ReadCounts(), 2);
    for (int seed = -1; seed < DEVICES.count(); seed++) {
      body.accept(batches.forBatch(seed));
    }
  }

  @Nested
  class OverOwners extends FeatureStoreContract {
    @Override
    protected void onEveryReader(Body body) {
      StoreRanks.run(
          false, (store, own, memory) -> onEveryDevice(store, own, memory, body::accept));
    }

    @Override
    protected int degree(int node) {
      return StoreRanks.degree(node);
    }
  }

  @Nested
  class OverMemory extends FeatureStoreContract {
    @Override
    protected void onEveryReader(Body body) {
      try (Arena memory = Arena.ofShared()) {
        var host = new MemoryStore(memory);
        onEveryDevice(host, host.rows(), memory, body::accept);
      }
    }

    @Override
    protected int degree(int node) {
      return StoreRanks.degree(node);
    }
  }

  /** Rows count as the device's own, as a peer's, or as the host's. */
  @Test
  void theDeviceOfABatchDecidesHowItsRowsCount() {
    try (Arena memory = Arena.ofShared()) {
      var host = new MemoryStore(memory);
      var reads = new ReadCounts();
      BatchStore batches = devices(host, host.rows(), memory).over(_ -> host, reads, 1);
      long[][] expected = {{10, 10, 10}, {10, 10, 10}, {10, 0, 20}};
      MemorySegment nodes = MemorySegment.ofArray(range30());
      var into = OwnedRows.matrix(30, host.width(), memory);
      for (int device = 0; device < expected.length; device++) {
        long before = host.reads();
        batches.forBatch(device).gather(nodes, 30, into, null);
        long asked = host.reads() - before;
        reads.addHost(asked); // as a store of owners would, which counts all its rows as the host's
        RowReads counted = reads.take();
        assertEquals(expected[device][0], counted.local(), "own of device " + device);
        assertEquals(expected[device][1], counted.peer(), "peers' of device " + device);
        assertEquals(expected[device][2], counted.host(), "host's of device " + device);
      }
    }
  }

  private static int[] range30() {
    int[] nodes = new int[30];
    Arrays.setAll(nodes, i -> i);
    return nodes;
  }

  /** Rows of owners count as the host's. */
  @Test
  void ownersAreTheHost() {
    try (Arena memory = Arena.ofShared()) {
      var host = new MemoryStore(memory);
      var reads = new ReadCounts();
      devices(host, host.rows(), memory)
          .over(
              ofOwners -> {
                ofOwners.add(0, 3);
                ofOwners.add(1, 4);
                return host;
              },
              reads,
              1);
      assertEquals(7, reads.take().host());
    }
  }

  @Test
  void groupsHaveTheRowsOfTheirDevices() {
    try (Arena memory = Arena.ofShared()) {
      var host = new MemoryStore(memory);
      NearRows near = devices(host, host.rows(), memory);
      assertEquals(2, near.groups());
      var ofFirst = new BitSet();
      ofFirst.set(0, 20);
      assertEquals(ofFirst, near.nodes(0));
      assertEquals(0, near.group(4));
      assertEquals(1, near.group(5));
    }
  }
}
