package dev.atoll.train.placement;

import dev.atoll.graph.RandomKey;
import dev.atoll.graph.partition.shard.NodeNumbering;
import dev.atoll.train.cost.ReadCounts;
import dev.atoll.train.store.CachingStore;
import dev.atoll.train.store.FeatureStore;
import dev.atoll.train.store.KeptRows;
import java.util.BitSet;
import java.util.function.Function;

/**
 * Simulated devices of a worker, whose memory is then the host. A batch goes to the device that its
 * first seed names, and reads each row from the nearest of three tiers:
 *
 * <pre>
 *   buffer of the device  over  buffers of its group  over  host, that is all owners
 *         local                        peer                        host
 * </pre>
 *
 * The buffers are in host memory: a read is a count.
 */
final class LogicalDevices implements NearRows {
  private final Placement placement;
  private final NodeNumbering numbering;
  private final KeptRows rows;

  /** The index of each device's first row among the rows. */
  private final int[] start;

  /**
   * @param rows of all devices, one after the other
   */
  LogicalDevices(Placement placement, NodeNumbering numbering, KeptRows rows) {
    this.placement = placement;
    this.numbering = numbering;
    this.rows = rows;
    this.start = new int[placement.devices().count()];
    for (int device = 1; device < start.length; device++) {
      start[device] = start[device - 1] + placement.buffer(device - 1).length;
    }
  }

  @Override
  public long bytes() {
    return rows.bytes();
  }

  @Override
  public int groups() {
    return placement.devices().groups().size();
  }

  @Override
  public BitSet nodes(int group) {
    return placement.nodes(group);
  }

  @Override
  public int group(int firstSeed) {
    return placement.devices().groupNumber(device(firstSeed));
  }

  /** The device of a batch: the one that trains on its first seed, or any. */
  private int device(int firstSeed) {
    if (firstSeed < 0) {
      return 0;
    }
    int id = numbering.original(firstSeed);
    return placement
        .trainer(id)
        .orElseGet(
            () -> (int) Math.floorMod(RandomKey.mix(id), (long) placement.devices().count()));
  }

  @Override
  public BatchStore over(
      Function<ReadCounts.ByOwner, FeatureStore> owners, ReadCounts reads, int threads) {
    return new Tiers(owners.apply((_, count) -> reads.addHost(count)), reads, threads);
  }

  /** The tiers of one device at a time. */
  private final class Tiers implements BatchStore {
    private final FeatureStore nearest;
    private LocationTable table = placement.table(0);

    Tiers(FeatureStore host, ReadCounts reads, int threads) {
      var peers =
          new CachingStore(host, rows, node -> row(node, Tier.PEER), reads::addPeer, threads);
      nearest =
          new CachingStore(peers, rows, node -> row(node, Tier.OWN), reads::addLocal, threads);
    }

    @Override
    public int width() {
      return nearest.width();
    }

    @Override
    public FeatureStore forBatch(int firstSeed) {
      table = placement.table(device(firstSeed));
      return nearest;
    }

    private int row(int node, Tier tier) {
      int id = numbering.original(node);
      return table.tier(id) == tier
          ? start[table.device(id)] + table.position(id)
          : CachingStore.NONE;
    }
  }
}
