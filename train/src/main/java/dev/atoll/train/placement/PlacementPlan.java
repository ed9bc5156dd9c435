package dev.atoll.train.placement;

import dev.atoll.graph.policy.Key;
import dev.atoll.graph.policy.KeyType.Text;
import dev.atoll.graph.policy.KeyType.Whole;
import dev.atoll.graph.policy.Values;
import java.util.Optional;

/**
 * The cache of feature rows on a worker: its policy and its devices.
 *
 * @param policy chooses the rows
 * @param rows the number of rows, or their share of all nodes such as {@code 0.2n}; per device
 * @param devices logical devices of a worker, whose memory is then the host; 0 if the worker caches
 *     rows of other workers
 * @param groups sizes of groups of connected devices, such as {@code 2+2}; {@code all} for one
 *     group
 * @param alpha the threshold at which devices of a group replace copies (Algorithm 1)
 */
public record PlacementPlan(
    PlacementPolicy policy, String rows, int devices, String groups, Alpha alpha) {
  /** The groups of connected devices: one of all devices. */
  public static final String CONNECTED = "all";

  private static final Key<String> ROWS =
      new Key<>(
          "placement.rows",
          new Text("a number of rows, or a share of the nodes such as 0.2n"),
          "0.1n",
          "rows kept near, by every device or worker: a number, or a share of the nodes");
  private static final Key<Long> DEVICES =
      new Key<>(
          "placement.devices",
          new Whole(0, 1024),
          0L,
          "logical devices of a worker, its memory being their host (0 = the worker keeps rows of"
              + " other workers)");
  private static final Key<String> GROUPS =
      new Key<>(
          "placement.groups",
          new Text("sizes of groups such as 2+2 or 2*4, or all"),
          CONNECTED,
          "which logical devices read each other's rows: sizes of groups, or all in one");
  private static final Key<Alpha> ALPHA =
      new Key<>(
          "placement.alpha",
          Alpha.TYPE,
          Alpha.PUBLISHED,
          "a copy gives way to a row that a group lacks at this ratio of their probabilities:"
              + " published (0 in one group, 0.2 in several), group (where all of a group gain"
              + " together), or a number");

  /** The cost of a peer device's row, relative to one of the host. */
  public static final double PEER_COST = 0.2;

  /** The settings of all policies that cache rows. */
  public static Key<?>[] keys() {
    return new Key<?>[] {ROWS, DEVICES, GROUPS, ALPHA};
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

  /** Creates a plan with the published α. */
  public PlacementPlan(PlacementPolicy policy, String rows, int devices, String groups) {
    this(policy, rows, devices, groups, ALPHA.fallback());
  }

  /** Reads settings; empty if no row is cached. */
  public static Optional<PlacementPlan> of(PlacementPolicy policy, Values values) {
    return policy.cachesRows()
        ? Optional.of(
            new PlacementPlan(
                policy,
                values.get(ROWS),
                values.integer(DEVICES),
                values.get(GROUPS),
                values.get(ALPHA)))
        : Optional.empty();
  }

  /** A plan that caches the given number of rows of other workers, by access probability. */
  public static PlacementPlan cached(String rows) {
    return new PlacementPlan(new CachedPlacement(), rows, 0, CONNECTED);
  }

  /** Whether a worker has logical devices. */
  public boolean hasDevices() {
    return devices > 0;
  }

  /** Whether logical devices train on nodes of their own. */
  public boolean dividesSeeds() {
    return hasDevices() && policy.dividesSeeds();
  }

  /** Whether every device reads the rows of all others. */
  public boolean isConnected() {
    return groups.equals(CONNECTED);
  }

  /** The devices of a worker, for a graph with a number of nodes. */
  public Devices devicesOn(int nodes) {
    int capacity = Devices.rows(rows, nodes);
    return isConnected() ? Devices.connected(devices, capacity) : Devices.grouped(groups, capacity);
  }

  public TierCosts costs() {
    return new TierCosts(0, PEER_COST, 1);
  }

  /** The α of Algorithm 1 on these devices. */
  public double alphaOn(Devices group) {
    return alpha.on(group, costs());
  }
}
