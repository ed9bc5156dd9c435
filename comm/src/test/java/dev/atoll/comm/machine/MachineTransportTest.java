package dev.atoll.comm.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.Communicator;
import dev.atoll.comm.Limits;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.SharedProcess;
import dev.atoll.comm.Traffic;
import dev.atoll.comm.Transport;
import dev.atoll.comm.local.ThreadRanks;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that count for each other through files. */
class MachineTransportTest {
  @TempDir private Path folder;

  @Test
  void whatIsNotSentIsCountedOnBothEnds() throws Exception {
    List<Traffic> traffic =
        ThreadRanks.run(
            3,
            Limits.DEFAULT,
            direct -> {
              Transport t = MachineTransport.over(direct, folder, "run");
              SharedProcess process = t.sharedProcess().orElseThrow();
              assertFalse(process.sharesMemory());
              try (Communicator all = Communicator.on(t)) {
                int next = (t.rank() + 1) % 3;
                process.offer(t.rank(), 1, "mine");
                process.offer(next, 1, "of a file");
                assertEquals(Optional.of("of a file"), process.of(next, 1, String.class));
                assertEquals(Optional.empty(), process.of((t.rank() + 2) % 3, 1, String.class));
                process.count(Purpose.FEATURES, next, 10 + t.rank(), 1000 + t.rank(), 4);
                all.allReduce(Purpose.GRADIENTS, MemorySegment.ofArray(new float[3 * 16]));
                all.barrier();
              }
              return t.traffic();
            });
    for (int rank = 0; rank < 3; rank++) {
      int next = (rank + 1) % 3;
      int previous = (rank + 2) % 3;
      Traffic sent = traffic.get(rank);
      assertEquals(10 + rank, sent.bytes(Purpose.FEATURES, next), "the request");
      assertEquals(1000 + previous, sent.bytes(Purpose.FEATURES, previous), "the reply");
      assertEquals(1, sent.messages(Purpose.FEATURES, next));
      assertEquals(4, sent.messages(Purpose.FEATURES, previous));
      assertTrue(sent.bytes(Purpose.GRADIENTS) > 0, "what is sent is counted, too");
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void ranksApartShareNothing() {
    ThreadRanks.run(
        2,
        Limits.DEFAULT,
        direct -> {
          assertTrue(direct.sharedProcess().isPresent());
          assertTrue(MachineTransport.apart(direct).sharedProcess().isEmpty());
          return null;
        });
  }
}
