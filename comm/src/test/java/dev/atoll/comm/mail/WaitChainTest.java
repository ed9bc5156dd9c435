package dev.atoll.comm.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.atoll.comm.PeerException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests of the rank that is reported for a wait of rank 0 for rank 1. */
class WaitChainTest {
  /**
   * @param awaitedBy by rank, the rank that it waits for
   */
  private static PeerException late(int... awaitedBy) {
    var chain = new WaitChain(0, rank -> awaitedBy[rank]);
    return chain.late(1, "rows", Duration.ofMillis(1500));
  }

  @Test
  void theLastOfTheChainIsBlamed() {
    PeerException e = late(1, 3, WaitChain.NOBODY, 2);
    assertEquals(2, e.rank());
    assertTrue(
        e.getMessage()
            .startsWith(
                "rank 0 waited 1.5 s for rank 1: rows; rank 1 waits for rank 3; rank 3 waits for"
                    + " rank 2. Rank 2 hangs"),
        e.getMessage());
  }

  @Test
  void oneThatWaitsForNobodyIsBlamedItself() {
    PeerException e = late(1, WaitChain.NOBODY);
    assertEquals(1, e.rank());
    assertTrue(e.getMessage().contains("for rank 1: rows. Rank 1"), e.getMessage());
  }

  @Test
  void rankZeroCanBeBlamedToo() {
    var chain = new WaitChain(3, rank -> rank == 1 ? 0 : WaitChain.NOBODY);
    assertEquals(0, chain.late(1, "rows", Duration.ofMillis(1500)).rank());
  }

  @Test
  void silenceEndsTheChain() {
    assertEquals(2, late(1, 2, WaitChain.SILENT).rank());
  }

  @Test
  void aChainThatLeadsBackEnds() {
    assertEquals(1, late(1, 0).rank());
    assertEquals(2, late(1, 2, 1).rank());
  }
}
