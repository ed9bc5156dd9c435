package dev.atoll.train.placement;

import dev.atoll.graph.partition.Partitioning;
import java.util.List;
import java.util.stream.IntStream;

/** The rows that every device keeps, and the tier from which it reads the others. */
public final class Placement {
  private final Devices devices;
  private final int nodeCount;
  private final List<int[]> buffers;
  private final List<LocationTable> tables;

  private Placement(Devices devices, int nodeCount, int[][] buffers) {
    this.devices = devices;
    this.nodeCount = nodeCount;
    this.buffers = List.of(buffers);
    this.tables =
        IntStream.range(0, devices.count())
            .mapToObj(device -> LocationTable.of(device, devices, nodeCount, buffers))
            .toList();
  }

  /** From the nodes of every buffer, in the order of their places; not copied. */
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

  public Devices devices() {
    return devices;
  }

  public int nodeCount() {
    return nodeCount;
  }

  /** The nodes whose rows a device keeps, by place; not to be changed. */
  public int[] buffer(int device) {
    return buffers.get(device);
  }

  /** Where a device finds every row. */
  public LocationTable table(int device) {
    return tables.get(device);
  }
}
