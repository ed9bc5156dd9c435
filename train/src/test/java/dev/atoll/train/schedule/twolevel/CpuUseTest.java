package dev.atoll.train.schedule.twolevel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuUseTest {
  @TempDir Path folder;

  @BeforeEach
  void processorsOf16() throws IOException {
    Files.createDirectories(folder.resolve("self"));
    write("self/status", "Name:\tjava\nCpus_allowed_list:\t0,2-3\nThreads:\t1\n");
    write("stat", "cpu  9 9 9 9\ncpu0 1 2 3 40 5 6 7 8 100 200\n");
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
  }

  private ProcessorTime read() throws IOException {
    return ProcessorTime.now(folder, folder, 1_000);
  }

  @Test
  void allButIdleTimesOfTheAllowedProcessorsCount() throws IOException {
    assertEquals(new ProcessorTime(27, 72), read(), "guests are part of user and nice");
    write(
        "stat",
        """
        cpu  9 9 9 9
        cpu0 1 0 0 2 0 0 0 0
        cpu1 50 0 0 50 0 0 0 0
        cpu2 0 3 0 0 4 0 0 0
        cpu3 0 0 0 1 0 0 0 5
        intr 7 7
        """);
    assertEquals(new ProcessorTime(9, 16), read());
  }

  @Test
  void aQuotaIsWhatAGroupMayUse() throws IOException {
    write("cpu.max", "max 100000\n");
    assertEquals(72, read().all());
    write("cpu.max", "250000 100000\n");
    write("cpu.stat", "usage_usec 7\nuser_usec 5\n");
    assertEquals(new ProcessorTime(7_000, 2_500), read());
  }

  @Test
  void withoutTheseFilesThereIsNoTime() throws IOException {
    write("stat", "cpu  0 0 0 0\ncpu0 0 0 0 0 0 0 0 0\n");
    assertThrows(IOException.class, this::read);
    Files.delete(folder.resolve("stat"));
    assertThrows(IOException.class, this::read);
  }

  @Test
  void theUseIsThatOfAWindow() {
    var nanos = new AtomicLong();
    Deque<ProcessorTime> times =
        new ArrayDeque<>(
            List.of(
                new ProcessorTime(10, 100),
                new ProcessorTime(40, 200),
                new ProcessorTime(40, 200),
                new ProcessorTime(140, 300)));
    var use = new CpuUse(nanos::get, times::remove);
    nanos.set(99_999_999);
    assertEquals(0, use.percent(), "too early to tell");
    nanos.set(100_000_000);
    assertEquals(30, use.percent(), 1e-9);
    nanos.set(200_000_000);
    assertEquals(30, use.percent(), 1e-9, "no tick since");
    nanos.set(300_000_000);
    assertEquals(100, use.percent(), 1e-9);
  }
}
