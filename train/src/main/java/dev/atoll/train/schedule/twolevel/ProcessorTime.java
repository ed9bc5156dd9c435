package dev.atoll.train.schedule.twolevel;

import dev.atoll.tensor.device.CpuTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What the processors that this process may use have done since some moment.
 *
 * <p>Other processes count: as workers may be processes, one of them sees only its own part of the
 * machine's use. Under a quota of its control group, the group's use of the quota counts; without
 * the files of Linux, this process alone.
 *
 * @param busy time of all processors, in any unit
 * @param all the time in which they could have been busy, in the same
 */
record ProcessorTime(double busy, double all) {
  private static final Path GROUP = Path.of("/sys/fs/cgroup");
  private static final Path PROC = Path.of("/proc");
  private static final int IDLE = 4;
  private static final int IO_WAIT = 5;

  /** From here on a line of /proc/stat has times that are part of others. */
  private static final int GUEST = 9;

  static ProcessorTime now() {
    try {
      return now(GROUP, PROC, System.nanoTime());
    } catch (IOException | UncheckedIOException | NumberFormatException _) {
      int processors = Runtime.getRuntime().availableProcessors();
      return new ProcessorTime(CpuTime.nanos(), (double) System.nanoTime() * processors);
    }
  }

  /**
   * Reads the files of Linux.
   *
   * @param group folder of the control group
   * @param proc folder of the kernel's figures
   */
  static ProcessorTime now(Path group, Path proc, long nanos) throws IOException {
    OptionalDouble quota = quota(group.resolve("cpu.max"));
    if (quota.isPresent()) {
      double micros = Double.parseDouble(field(group.resolve("cpu.stat"), "usage_usec"));
      return new ProcessorTime(1000 * micros, nanos * quota.getAsDouble());
    }
    BitSet mine = processors(field(proc.resolve("self/status"), "Cpus_allowed_list:"));
    try (Stream<String> lines = Files.lines(proc.resolve("stat"))) {
      return ofTicks(lines.takeWhile(line -> line.startsWith("cpu")).toList(), mine);
    }
  }

  /** The processors that a control group may use up; none without a limit. */
  private static OptionalDouble quota(Path file) throws IOException {
    String[] limit = Files.exists(file) ? Files.readString(file).strip().split(" ") : new String[0];
    return limit.length < 2 || limit[0].equals("max")
        ? OptionalDouble.empty()
        : OptionalDouble.of(Double.parseDouble(limit[0]) / Double.parseDouble(limit[1]));
  }

  private static String field(Path file, String name) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(name.length()).strip())
          .findFirst()
          .orElseThrow(() -> new IOException("no %s in %s".formatted(name, file)));
    }
  }

  /** Processors of a list such as {@code 0-3,8}. */
  private static BitSet processors(String list) {
    var found = new BitSet();
    for (String range : list.split(",", -1)) {
      String[] ends = range.split("-", -1);
      found.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
    }
    return found;
  }

  /** Adds the lines "cpu0 user nice system idle iowait irq softirq steal …" of some processors. */
  private static ProcessorTime ofTicks(List<String> lines, BitSet mine) throws IOException {
    double idle = 0;
    double all = 0;
    for (String line : lines) {
      String[] fields = line.split(" +", -1);
      if (fields[0].length() > 3 && mine.get(Integer.parseInt(fields[0].substring(3)))) {
        for (int i = 1; i < Math.min(GUEST, fields.length); i++) {
          double ticks = Double.parseDouble(fields[i]);
          all += ticks;
          idle += i == IDLE || i == IO_WAIT ? ticks : 0;
        }
      }
    }
    if (all == 0) {
      throw new IOException("no processor counts its time");
    }
    return new ProcessorTime(all - idle, all);
  }
}
