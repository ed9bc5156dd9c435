package dev.atoll.app.memory;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The most memory and swap space that this process can have: all of the machine, or the smallest
 * limit of its control groups (cgroups v1 and v2), by which containers and batch systems limit it.
 *
 * @param bytes of memory and swap space
 * @param owner the machine, or the control group
 */
public record MemoryLimit(long bytes, String owner) {
  private static final Path PROCESS = Path.of("/proc/self");

  /** The files of a control group; their numbers are of bytes, or "max". */
  private enum Version {
    V1("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"),
    V2("memory.max", "memory.swap.max");

    private final String memory;
    private final String swap;

    Version(String memory, String swap) {
      this.memory = memory;
      this.swap = swap;
    }

    /** The limit of memory and swap space; empty where memory has none. */
    OptionalLong limit(Path group, long machineSwap) {
      OptionalLong most = number(group.resolve(memory));
      if (most.isEmpty()) {
        return most;
      }
      long swapLimit = number(group.resolve(swap)).orElse(Long.MAX_VALUE);
      long withSwap = sum(most.getAsLong(), machineSwap);
      return OptionalLong.of(
          this == V1
              ? Math.min(withSwap, swapLimit)
              : sum(most.getAsLong(), Math.min(machineSwap, swapLimit)));
    }

    private static long sum(long a, long b) {
      return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
  }

  /**
   * A mounted hierarchy of control groups.
   *
   * @param root the group that is mounted
   * @param folder where
   */
  private record Hierarchy(Version version, Path root, Path folder) {
    /** Reads a line of mountinfo; empty for all other file systems. */
    static Optional<Hierarchy> of(String line) {
      String[] halves = line.split(" - ", 2);
      String[] place = halves[0].split(" ", -1);
      String[] system = halves.length < 2 ? new String[0] : halves[1].split(" ", -1);
      if (place.length < 5 || system.length < 3) {
        return Optional.empty();
      }
      boolean isFirst =
          system[0].equals("cgroup") && Arrays.asList(system[2].split(",", -1)).contains("memory");
      return isFirst || system[0].equals("cgroup2")
          ? Optional.of(
              new Hierarchy(isFirst ? Version.V1 : Version.V2, path(place[3]), path(place[4])))
          : Optional.empty();
    }

    private static Path path(String escaped) {
      return Path.of(escaped.replace("\\040", " "));
    }

    /** The folders of a process's group and of the groups around it, as far as they are mounted. */
    List<Path> groups(List<String> memberships) {
      List<Path> groups = new ArrayList<>();
      Path own = folder;
      for (String line : memberships) {
        String[] fields = line.split(":", 3); // number, controllers, group
        if (fields.length == 3 && names(fields) && Path.of(fields[2]).startsWith(root)) {
          own = folder.resolve(root.relativize(Path.of(fields[2]))).normalize();
        }
      }
      for (Path group = own; group != null && group.startsWith(folder); group = group.getParent()) {
        groups.add(group);
      }
      return groups;
    }

    private boolean names(String[] fields) {
      return version == Version.V1
          ? Arrays.asList(fields[1].split(",", -1)).contains("memory")
          : fields[0].equals("0") && fields[1].isEmpty();
    }
  }

  /** The limit of this process. */
  public static MemoryLimit here() {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long swap = system.getTotalSwapSpaceSize();
    var machine = new MemoryLimit(system.getTotalMemorySize() + swap, "this machine");
    return ofGroups(PROCESS, swap).filter(limit -> limit.bytes <= machine.bytes).orElse(machine);
  }

  /**
   * The smallest limit of a process's control groups; empty if they have none, or the system has no
   * control groups.
   *
   * @param process its folder in {@code /proc}
   */
  static Optional<MemoryLimit> ofGroups(Path process, long machineSwap) {
    List<MemoryLimit> limits = new ArrayList<>();
    try {
      List<String> memberships = Files.readAllLines(process.resolve("cgroup"));
      for (String line : Files.readAllLines(process.resolve("mountinfo"))) {
        Hierarchy.of(line)
            .ifPresent(
                hierarchy -> {
                  for (Path group : hierarchy.groups(memberships)) {
                    hierarchy
                        .version
                        .limit(group, machineSwap)
                        .ifPresent(bytes -> limits.add(new MemoryLimit(bytes, "cgroup " + group)));
                  }
                });
      }
    } catch (IOException _) {
      return Optional.empty(); // not Linux
    }
    return limits.stream().min(Comparator.comparingLong(MemoryLimit::bytes));
  }

  /** The number in a file; empty if it has none. */
  private static OptionalLong number(Path file) {
    try {
      return OptionalLong.of(Long.parseLong(Files.readString(file).strip()));
    } catch (IOException | NumberFormatException _) {
      return OptionalLong.empty();
    }
  }
}
