package dev.atoll.train.placement;

/**
 * Which feature rows a worker keeps near.
 *
 * @param keeper who chooses them
 * @param rows how many: a number, or a share of all nodes such as {@code 0.2n}; of every device
 * @param devices logical devices of a worker, whose memory is then the host; 0 when the worker
 *     keeps rows of other workers beside its own
 * @param groups sizes of groups of connected devices, such as {@code 2+2}; {@code all} for one
 *     group
 * @param alpha what a peer device's row costs, that of the host being 1
 */
public record PlacementPlan(Keeper keeper, String rows, int devices, String groups, double alpha) {
  /** One group of all devices. */
  public static final String CONNECTED = "all";

  /** Who chooses the rows. */
  public enum Keeper {
    /** Access probabilities of the worker's own seeds. */
    CACHED,
    /** The first of an equal stretch of nodes. */
    CHUNK,
    /** The first of an equal random share of nodes. */
    RANDOM,
    /** The first of a part of a multilevel cut. */
    MULTILEVEL,
    /** Nodes that most others read. */
    PAGRAPH
  }

  public PlacementPlan {
    if (devices > 0 && !groups.equals(CONNECTED)) {
      int grouped = Devices.grouped(groups, 1).count();
      if (grouped != devices) {
        throw new IllegalArgumentException(
            "placement.groups=%s are %d devices, but placement.devices=%d: expected groups of all of them"
                .formatted(groups, grouped, devices));
      }
    }
  }

  /** Rows of other workers, as many as given, by access probability. */
  public static PlacementPlan cached(String rows) {
    return new PlacementPlan(Keeper.CACHED, rows, 0, CONNECTED, 0.2);
  }

  /** Whether a worker has logical devices. */
  public boolean hasDevices() {
    return devices > 0;
  }

  /** Whether every device reads the rows of all others. */
  public boolean isConnected() {
    return groups.equals(CONNECTED);
  }

  /** The devices of a worker on a graph of so many nodes. */
  public Devices devicesOn(int nodes) {
    int capacity = Devices.rows(rows, nodes);
    return isConnected() ? Devices.connected(devices, capacity) : Devices.grouped(groups, capacity);
  }

  public TierCosts costs() {
    return new TierCosts(0, alpha, 1);
  }
}
