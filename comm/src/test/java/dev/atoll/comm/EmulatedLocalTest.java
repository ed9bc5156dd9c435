package dev.atoll.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.emulate.EmulatedNetwork;
import dev.atoll.comm.emulate.NetworkSpeed;
import dev.atoll.comm.local.LocalTransport;
import dev.atoll.comm.local.ThreadRanks;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmulatedLocalTest extends TransportContract {
  @Override
  protected List<Transport> group(int size, Limits limits) {
    return emulated(size, limits, new NetworkSpeed(100, 20));
  }

  private static List<Transport> emulated(int size, Limits limits, NetworkSpeed speed) {
    return LocalTransport.group(size, limits).stream()
        .map(transport -> EmulatedNetwork.over(transport, speed))
        .toList();
  }

  /** The bound counts on the link and at the receiver. */
  @Override
  protected long allowedUnderWay(long bound) {
    return 2 * bound + (3 << 18);
  }

  @Test
  void anInterfaceIsSharedByAllPeers() {
    MessageTag tag = new MessageTag(Purpose.BOUNDARY, 0);
    MemorySegment megabyte = MemorySegment.ofArray(new byte[1_000_000]);
    NetworkSpeed speed = new NetworkSpeed(0.1, 0); // 80 ms per megabyte
    List<Transport> ranks = emulated(3, LIMITS, speed);
    long start = System.nanoTime();
    List<Double> seconds =
        ThreadRanks.run(
            ranks,
            t -> {
              if (t.rank() == 0) {
                t.send(1, tag, megabyte);
                t.send(2, tag, megabyte);
              } else {
                t.receive(0, tag).close();
              }
              return (System.nanoTime() - start) / 1e9;
            });
    assertTrue(seconds.get(1) > 0.075, seconds::toString);
    assertTrue(seconds.get(2) > 0.155, seconds::toString);
  }

  /** The latency to other machines is ten minutes, for which no test waits. */
  @Test
  void ranksOfOneMachineCrossNoNetwork() {
    MessageTag tag = new MessageTag(Purpose.BOUNDARY, 0);
    List<Transport> ranks =
        LocalTransport.group(2, LIMITS).stream()
            .map(t -> EmulatedNetwork.over(t, new NetworkSpeed(1, 6e8), peer -> peer < 2))
            .toList();
    List<Long> bytes =
        ThreadRanks.run(
            ranks,
            t -> {
              t.send(1 - t.rank(), tag, MemorySegment.ofArray(new byte[100]));
              t.receive(1 - t.rank(), tag).close();
              return t.traffic().bytes(Purpose.BOUNDARY);
            });
    assertEquals(List.of(100L, 100L), bytes);
  }

  @Test
  void latencyIsPaidOnEveryTrip() {
    MessageTag tag = new MessageTag(Purpose.BOUNDARY, 0);
    List<Double> seconds =
        ThreadRanks.run(
            emulated(2, LIMITS, new NetworkSpeed(100, 20_000)),
            t -> {
              long start = System.nanoTime();
              for (int i = 0; i < 3; i++) {
                if (t.rank() == 0) {
                  t.send(1, tag, MemorySegment.NULL);
                  t.receive(1, tag).close();
                } else {
                  t.receive(0, tag).close();
                  t.send(0, tag, MemorySegment.NULL);
                }
              }
              return (System.nanoTime() - start) / 1e9;
            });
    assertTrue(seconds.get(0) > 0.119, seconds::toString);
  }
}
