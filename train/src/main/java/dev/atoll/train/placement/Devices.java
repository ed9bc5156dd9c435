package dev.atoll.train.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Devices that cache feature rows, numbered from 0. Devices of a group read each other's rows; all
 * read the host's.
 *
 * <pre>{@code
 * Devices.grouped("2+2", 50_000);   // two pairs
 * Devices.connected(4, 50_000);     // all read all
 * }</pre>
 *
 * @param groups disjoint groups that contain every device
 * @param rows the capacity of a device
 */
public record Devices(List<List<Integer>> groups, int rows) {
  public Devices {
    groups = groups.stream().map(List::copyOf).toList();
    if (rows < 1) {
      throw new IllegalArgumentException(
          "%d rows per device: expected at least 1, or a share of the nodes above 0"
              .formatted(rows));
    }
    checkGroups(groups);
  }

  private static void checkGroups(List<List<Integer>> groups) {
    int count = groups.stream().mapToInt(List::size).sum();
    var groupOf = new int[count];
    Arrays.fill(groupOf, -1);
    if (count == 0) {
      throw new IllegalArgumentException("groups " + groups + ": expected at least one device");
    }
    for (int group = 0; group < groups.size(); group++) {
      for (int device : groups.get(group)) {
        if (device < 0 || device >= count || groupOf[device] >= 0) {
          throw new IllegalArgumentException(
              "groups %s: device %d; expected every device from 0 to %d in exactly one group"
                  .formatted(groups, device, count - 1));
        }
        groupOf[device] = group;
      }
    }
  }

  /** Devices in one group. */
  public static Devices connected(int count, int rows) {
    return new Devices(List.of(range(0, count)), rows);
  }

  /** Each in a group of its own. */
  public static Devices ungrouped(int count, int rows) {
    return new Devices(range(0, count).stream().map(List::of).toList(), rows);
  }

  /**
   * Groups of neighbours by their sizes.
   *
   * @param sizes {@code 2+2}, {@code 2*4} for four groups of two, {@code 4} for one group
   */
  public static Devices grouped(String sizes, int rows) {
    List<List<Integer>> groups = new ArrayList<>();
    int first = 0;
    for (int size : sizes(sizes)) {
      groups.add(range(first, first + size));
      first += size;
    }
    return new Devices(groups, rows);
  }

  private static List<Integer> sizes(String text) {
    if (!text.matches("\\d{1,4}([+]\\d{1,4})*|\\d{1,4}[*]\\d{1,4}")) {
      throw new IllegalArgumentException(
          "groups '%s': expected sizes such as 4, 2+2 or 2*4".formatted(text));
    }
    List<Integer> numbers = Arrays.stream(text.split("[+*]", -1)).map(Integer::valueOf).toList();
    return text.contains("*")
        ? IntStream.range(0, numbers.get(1)).mapToObj(_ -> numbers.get(0)).toList()
        : numbers;
  }

  /**
   * Rows per device from a number or from a share of all nodes.
   *
   * @param text {@code 5000}, or {@code 0.2n}
   */
  public static int rows(String text, int nodeCount) {
    if (!text.matches("\\d{1,9}|\\d*[.]?\\d+n")) {
      throw new IllegalArgumentException(
          "rows '%s': expected a number such as 5000 or a share such as 0.2n".formatted(text));
    }
    double rows =
        text.endsWith("n")
            ? Math.floor(Double.parseDouble(text.substring(0, text.length() - 1)) * nodeCount)
            : Integer.parseInt(text);
    if (rows < 1 || rows > nodeCount) {
      throw new IllegalArgumentException(
          "rows '%s' are %.0f of %d nodes: expected 1 to %d"
              .formatted(text, rows, nodeCount, nodeCount));
    }
    return (int) rows;
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  public int count() {
    return groups.stream().mapToInt(List::size).sum();
  }

  /** The devices whose rows a device can read, itself among them. */
  public List<Integer> groupOf(int device) {
    return groups.get(groupNumber(device));
  }

  /** The index of a device's group among the groups. */
  public int groupNumber(int device) {
    for (int group = 0; group < groups.size(); group++) {
      if (groups.get(group).contains(device)) {
        return group;
      }
    }
    throw new IllegalArgumentException(
        "device %d: expected one from 0 to %d".formatted(device, count() - 1));
  }

  /** A copy in which no device reads another's rows. */
  public Devices unconnected() {
    return ungrouped(count(), rows);
  }
}
