package dev.atoll.train.placement;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/**
 * The location of every node's row, as one device reads it: in its own buffer, in that of a peer,
 * or with the host.
 *
 * <pre>
 *   device     −1 is the host
 *   position   index in the device's buffer; with the host, the node's number
 * </pre>
 */
public final class LocationTable {
  public static final int HOST = -1;

  private final int own;
  private final int[] device;
  private final int[] position;

  private LocationTable(int own, int nodeCount) {
    this.own = own;
    this.device = new int[nodeCount];
    this.position = new int[nodeCount];
    Arrays.fill(device, HOST);
    Arrays.setAll(position, node -> node);
  }

  static LocationTable of(int own, Devices devices, int nodeCount, List<int[]> buffers) {
    var table = new LocationTable(own, nodeCount);
    List<Integer> group = devices.groupOf(own);
    int first = group.indexOf(own);
    // Nearer ones overwrite: the device itself comes last, peers around the circle before it, so
    // that not all read copies from the same peer.
    for (int step = group.size() - 1; step >= 0; step--) {
      table.add(group.get((first + step) % group.size()), buffers);
    }
    return table;
  }

  private void add(int holder, List<int[]> buffers) {
    int[] nodes = buffers.get(holder);
    for (int place = 0; place < nodes.length; place++) {
      device[nodes[place]] = holder;
      position[nodes[place]] = place;
    }
  }

  /** The device to read a node's row from, or {@link #HOST}. */
  public int device(int node) {
    return device[node];
  }

  public int position(int node) {
    return position[node];
  }

  public Tier tier(int node) {
    int holder = device[node];
    return holder == own ? Tier.OWN : holder == HOST ? Tier.HOST : Tier.PEER;
  }

  /**
   * Counts reads.
   *
   * @param nodes node numbers, int32, such as those of a sampled batch
   */
  public TierReads reads(MemorySegment nodes) {
    long ownRows = 0;
    long hostRows = 0;
    long count = nodes.byteSize() / Integer.BYTES;
    for (long i = 0; i < count; i++) {
      int holder = device[nodes.get(JAVA_INT_UNALIGNED, i * Integer.BYTES)];
      ownRows += holder == own ? 1 : 0;
      hostRows += holder == HOST ? 1 : 0;
    }
    return new TierReads(ownRows, count - ownRows - hostRows, hostRows);
  }
}
