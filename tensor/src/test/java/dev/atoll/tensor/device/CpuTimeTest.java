package dev.atoll.tensor.device;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class CpuTimeTest {
  /** The JVM's figure is coarse: at most a tick behind, whatever happens between the two calls. */
  @Test
  void itIsThatOfTheProcess() {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long before = system.getProcessCpuTime();
    long time = CpuTime.nanos();
    assertTrue(time >= before - 20_000_000, () -> time + " after " + before);
    long after = system.getProcessCpuTime();
    assertTrue(time <= after + 20_000_000, () -> time + " before " + after);
  }

  /** Ticks of the JVM are ten million nanoseconds. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shortWorkIsSeen() {
    long begun = CpuTime.nanos();
    long sum = 0;
    for (int i = 0; i < 1000; i++) {
      sum += Long.toString(i).length();
    }
    assertTrue(sum > 0);
    assertTrue(CpuTime.nanos() > begun);
  }
}
