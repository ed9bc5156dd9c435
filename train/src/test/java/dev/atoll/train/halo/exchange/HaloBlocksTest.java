package dev.atoll.train.halo.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.atoll.comm.Limits;
import dev.atoll.comm.Message;
import dev.atoll.comm.Transport;
import dev.atoll.comm.local.LocalTransport;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HaloBlocksTest {
  private static final long[] BYTES = {40, 0, 80};

  @Test
  void ownersWriteOneAfterTheOther() {
    List<Transport> ranks = LocalTransport.group(3, Limits.DEFAULT);
    HaloBlocks own = HaloBlocks.offered(ranks.get(1)).orElseThrow();
    var count = new BufferBytes();
    own.prepare(1, 10, 3, owner -> BYTES[owner], count);
    own.prepare(1, 10, 3, owner -> BYTES[owner], count);
    assertEquals(Arrays.stream(BYTES).sum(), count.maxBytes());
    HaloBlocks seen = HaloBlocks.of(ranks.get(0), 1).orElseThrow();
    Message first = seen.acquire(1, 10, 0, 40);
    Message last = seen.acquire(1, 10, 2, 80);
    MemorySegment all = own.joined(1, 10, List.of(first.payload(), last.payload())).orElseThrow();
    assertEquals(120, all.byteSize());
    assertEquals(first.payload().address(), all.address());
  }

  @Test
  void aPlaceIsTakenUntilItsReaderIsDone() {
    List<Transport> ranks = LocalTransport.group(2, Limits.DEFAULT);
    HaloBlocks own = HaloBlocks.offered(ranks.get(0)).orElseThrow();
    assertNull(own.acquire(1, 10, 1, 80), "not prepared");
    own.prepare(1, 10, 2, owner -> owner * 80L, new BufferBytes());
    assertNull(own.acquire(1, 10, 1, 40), "rows of another number");
    assertNull(own.acquire(2, 10, 1, 80), "another layer");
    Message place = own.acquire(1, 10, 1, 80);
    assertNotNull(place);
    assertNull(own.acquire(1, 10, 1, 80), "in use");
    place.close();
    assertNotNull(own.acquire(1, 10, 1, 80));
  }

  @Test
  void messagesFromElsewhereAreNotJoined() {
    List<Transport> ranks = LocalTransport.group(2, Limits.DEFAULT);
    HaloBlocks own = HaloBlocks.offered(ranks.get(0)).orElseThrow();
    own.prepare(1, 10, 3, _ -> 16, new BufferBytes());
    MemorySegment first = own.acquire(1, 10, 0, 16).payload();
    MemorySegment third = own.acquire(1, 10, 2, 16).payload();
    try (Arena memory = Arena.ofConfined()) {
      MemorySegment both = memory.allocate(32);
      List<MemorySegment> elsewhere = List.of(both.asSlice(0, 16), both.asSlice(16, 16));
      assertEquals(Optional.empty(), own.joined(1, 10, elsewhere));
      assertEquals(Optional.empty(), own.joined(1, 10, List.of(first, third)), "a gap");
      assertEquals(Optional.empty(), own.joined(2, 10, List.of(first)), "another layer");
    }
  }
}
