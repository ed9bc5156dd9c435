package dev.atoll.bench.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class GpmetisTest {
  @Test
  void memoryIsWhatMetisSays() {
    String output = "Memory Information ---\n  Max memory used:\t\t   12.500 MB\n****\n";
    assertEquals((25L << 20) / 2, Gpmetis.memory(output));
    assertEquals(0, Gpmetis.memory("  Partitioning: \t\t 0.1 sec\n"), "it does not say");
  }
}
