package dev.atoll.train.placement;

import dev.atoll.graph.partition.Partitioning;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** The rows that every device keeps, and the tier from which it reads the others. */
public final class Placement {
  private final Devices devices;
  private final int nodeCount;
  private final List<int[]> buffers;

  /** Made when first asked for: a cache and a ranking need none. */
  private final LocationTable[] tables;

  /** The device that trains on a node; null where every device trains on any. */
  private final int[] trainers;

  private Placement(Devices devices, int nodeCount, int[][] buffers) {
    this.devices = devices;
    this.nodeCount = nodeCount;
    this.buffers = List.of(buffers);
    this.tables = new LocationTable[devices.count()];
    this.trainers = null;
  }

  private Placement(Placement placed, int[] trainers) {
    this.devices = placed.devices;
    this.nodeCount = placed.nodeCount;
    this.buffers = placed.buffers;
    this.tables = placed.tables;
    this.trainers = trainers;
  }

  /**
   * A copy for devices that each train on their own nodes.
   *
   * @param deviceOf the device of every node, −1 for nodes that no device trains on; not copied
   */
  public Placement trainedBy(int[] deviceOf) {
    return new Placement(this, deviceOf);
  }

  /** A copy with a smaller number of rows per device, the first of each. */
  public Placement shortenedTo(int rows) {
    int[][] first =
        buffers.stream()
            .map(buffer -> Arrays.copyOf(buffer, Math.min(rows, buffer.length)))
            .toArray(int[][]::new);
    var shorter = new Placement(new Devices(devices.groups(), rows), nodeCount, first);
    return trainers == null ? shorter : shorter.trainedBy(trainers);
  }

  /** The device that trains on a node; empty where any may. */
  public OptionalInt trainer(int node) {
    return trainers == null || trainers[node] < 0
        ? OptionalInt.empty()
        : OptionalInt.of(trainers[node]);
  }

  /** Creates a placement from the nodes of every buffer, in buffer order; not copied. */
  public static Placement of(Devices devices, int nodeCount, int[][] buffers) {
    return new Placement(devices, nodeCount, buffers);
  }

  /** Every device keeps the nodes of its part that are ranked first. */
  public static Placement ofParts(Devices devices, Partitioning parts, int[] ranked) {
    checkRows(devices, parts.nodeCount());
    int[] sizes = parts.sizes();
    int[][] buffers = new int[devices.count()][];
    for (int device = 0; device < buffers.length; device++) {
      buffers[device] = new int[Math.min(devices.rows(), sizes[device])];
    }
    int[] filled = new int[buffers.length];
    for (int node : ranked) {
      int part = parts.partOf(node);
      if (filled[part] < buffers[part].length) {
        buffers[part][filled[part]++] = node;
      }
    }
    return new Placement(devices, parts.nodeCount(), buffers);
  }

  static void checkRows(Devices devices, long nodeCount) {
    if (devices.rows() > nodeCount) {
      throw new IllegalArgumentException(
          "%d rows per device, but the graph has %d nodes: expected at most as many"
              .formatted(devices.rows(), nodeCount));
    }
  }

  /**
   * The expected cost of every device in an epoch: the reads of all nodes, each at the cost of its
   * tier. The largest of them is the objective of Song and Jiang's placement (their problem 4),
   * times the steps of an epoch.
   *
   * @param probabilities of each device
   */
  public double[] expectedCosts(List<AccessProbabilities> probabilities, TierCosts costs) {
    double[] sums = new double[devices.count()];
    for (int device = 0; device < sums.length; device++) {
      LocationTable table = table(device);
      for (int node = 0; node < nodeCount; node++) {
        sums[device] += probabilities.get(device).reads(node) * costs.of(table.tier(node));
      }
    }
    return sums;
  }

  public Devices devices() {
    return devices;
  }

  public int nodeCount() {
    return nodeCount;
  }

  /** The nodes whose rows a device keeps, by index; not to be changed. */
  public int[] buffer(int device) {
    return buffers.get(device);
  }

  /** The nodes of all buffers, one device after the other. */
  IntStream nodes() {
    return buffers.stream().flatMapToInt(Arrays::stream);
  }

  /** The nodes with a row on the devices of a group. */
  BitSet nodes(int group) {
    var kept = new BitSet(nodeCount);
    for (int device : devices.groups().get(group)) {
      Arrays.stream(buffers.get(device)).forEach(kept::set);
    }
    return kept;
  }

  /** The locations of all rows, as seen by a device. */
  public LocationTable table(int device) {
    synchronized (tables) {
      if (tables[device] == null) {
        tables[device] = LocationTable.of(device, devices, nodeCount, buffers);
      }
      return tables[device];
    }
  }
}
