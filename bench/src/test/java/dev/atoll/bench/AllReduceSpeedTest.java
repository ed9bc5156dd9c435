package dev.atoll.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AllReduceSpeedTest {
  @Test
  void measuresBoth() throws Exception {
    AllReduceSpeed speed = AllReduceSpeed.measure(3, 1 << 16, 3);
    assertTrue(speed.bytesPerSecond(speed.allReduce()) > 0);
    assertTrue(speed.bytesPerSecond(speed.sockets()) > 0);
    assertTrue(speed.bytesPerSecond(speed.socketsOfArray()) > 0);
  }
}
