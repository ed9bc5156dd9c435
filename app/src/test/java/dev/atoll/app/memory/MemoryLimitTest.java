package dev.atoll.app.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of control groups, read from folders as the kernel shows them. */
class MemoryLimitTest {
  private static final String UNLIMITED = "9223372036854771712"; // cgroups v1 without a limit

  @TempDir Path folder;
  private Path process;
  private Path mounted;

  @BeforeEach
  void mount() throws IOException {
    process = Files.createDirectories(folder.resolve("proc"));
    mounted = Files.createDirectories(folder.resolve("control groups"));
  }

  private void set(String file, String number) throws IOException {
    Path path = mounted.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, number + "\n");
  }

  private void isIn(String cgroup, String root, String fileSystem) throws IOException {
    Files.writeString(process.resolve("cgroup"), cgroup + "\n");
    String place = mounted.toString().replace(" ", "\\040");
    Files.writeString(
        process.resolve("mountinfo"),
        """
        23 1 254:0 / / rw,relatime - ext4 /dev/vda rw
        34 31 0:31 / %s-cpuset rw,relatime - cgroup cgroup rw,cpuset
        35 31 0:32 %s %s rw,relatime shared:9 - %s
        """
            .formatted(place, root, place, fileSystem));
  }

  private Optional<MemoryLimit> found(long swap) {
    return MemoryLimit.ofGroups(process, swap);
  }

  private void isLimited(long bytes, String group) {
    assertEquals(
        Optional.of(new MemoryLimit(bytes, "cgroup " + mounted.resolve(group).normalize())),
        found(0));
  }

  private void isInVersion1(String group, String root) throws IOException {
    isIn("5:cpu:/other\n4:hugetlb,memory:" + group + "\n0::/", root, "cgroup cgroup rw,memory");
  }

  @Test
  void version1() throws IOException {
    isInVersion1("/job", "/");
    set("memory.limit_in_bytes", UNLIMITED);
    set("job/memory.limit_in_bytes", "1000");
    isLimited(1000, "job");
  }

  @Test
  void version2() throws IOException {
    isIn("0::/job", "/", "cgroup2 cgroup2 rw");
    set("job/memory.max", "2000");
    isLimited(2000, "job");
  }

  @Test
  void theSmallestLimitOfAllLevelsCounts() throws IOException {
    isIn("0::/user/job/step", "/", "cgroup2 cgroup2 rw");
    set("user/memory.max", "500");
    set("user/job/memory.max", "400");
    set("user/job/step/memory.max", "max");
    set("other/memory.max", "100");
    isLimited(400, "user/job");
  }

  @Test
  void aContainerSeesItsOwnGroupAlone() throws IOException {
    isInVersion1("/docker/abc/step", "/docker/abc");
    set("memory.limit_in_bytes", "300");
    set("step/memory.limit_in_bytes", UNLIMITED);
    isLimited(300, "");
  }

  /** In a namespace of control groups the names are those of the host. */
  @Test
  void aGroupThatIsNotMountedIsTakenForTheMountedOne() throws IOException {
    isInVersion1("/docker/abc", "/docker/other");
    set("memory.limit_in_bytes", "700");
    isLimited(700, "");
  }

  @Test
  void withoutALimit() throws IOException {
    isIn("0::/job", "/", "cgroup2 cgroup2 rw");
    set("job/memory.max", "max");
    assertEquals(Optional.empty(), found(0));
    Files.delete(process.resolve("mountinfo"));
    assertEquals(Optional.empty(), found(0));
  }

  /** Version 1 limits the sum of memory and swap space, version 2 swap space alone. */
  @Test
  void swapSpaceIsAdded() throws IOException {
    isInVersion1("/job", "/");
    set("job/memory.limit_in_bytes", "1000");
    assertEquals(1600, found(600).orElseThrow().bytes(), "no limit of the sum");
    set("job/memory.memsw.limit_in_bytes", "1200");
    assertEquals(1200, found(600).orElseThrow().bytes());
    assertEquals(1100, found(100).orElseThrow().bytes());
    set("job/memory.memsw.limit_in_bytes", UNLIMITED);
    set("job/memory.limit_in_bytes", UNLIMITED);
    assertEquals(Long.parseLong(UNLIMITED), found(1L << 40).orElseThrow().bytes(), "no overflow");

    isIn("0::/job", "/", "cgroup2 cgroup2 rw");
    set("job/memory.max", "1000");
    assertEquals(1600, found(600).orElseThrow().bytes());
    set("job/memory.swap.max", "50");
    assertEquals(1050, found(600).orElseThrow().bytes());
  }

  @Test
  void thisMachineHasMemory() {
    assertTrue(MemoryLimit.here().bytes() > 64L << 20);
  }
}
