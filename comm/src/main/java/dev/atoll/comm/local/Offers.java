package dev.atoll.comm.local;

import dev.atoll.comm.MessageTag;
import dev.atoll.comm.Purpose;
import dev.atoll.comm.SharedProcess;
import dev.atoll.comm.mail.Counters;
import java.util.function.BiConsumer;

/** The offers of all ranks of a process, and their counters. */
final class Offers {
  private final Counters[] counters;
  private final SharedProcess.OfferTable offered = new SharedProcess.OfferTable();

  Offers(int size) {
    this.counters = new Counters[size];
  }

  /**
   * The offers as a rank sees them. All are made before any is used.
   *
   * @param own counts the messages that the rank sends
   * @param check throws where a peer cannot be reached
   */
  SharedProcess of(int rank, Counters own, BiConsumer<Integer, MessageTag> check) {
    counters[rank] = own;
    return new OfRank(rank, check);
  }

  private final class OfRank implements SharedProcess {
    private final int rank;
    private final BiConsumer<Integer, MessageTag> check;

    OfRank(int rank, BiConsumer<Integer, MessageTag> check) {
      this.rank = rank;
      this.check = check;
    }

    @Override
    public boolean sharesMemory() {
      return true;
    }

    @Override
    public OfferTable offers() {
      return offered;
    }

    @Override
    public void count(
        Purpose purpose, int peer, long requestBytes, long replyBytes, int replyParts) {
      check.accept(peer, new MessageTag(purpose, 0));
      counters[rank].sent(purpose, peer, requestBytes);
      counters[peer].sent(purpose, rank, replyBytes, replyParts);
    }
  }
}
