package dev.atoll.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
    return LocalTransport.group(size, limits).stream()
        .map(transport -> EmulatedNetwork.over(transport, new NetworkSpeed(100, 20)))
        .toList();
  }

  /** The bound counts on the link and at the receiver. */
  @Override
  protected long allowedUnderWay(long bound) {
    return 2 * bound + (3 << 18);
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
}
