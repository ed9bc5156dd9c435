package dev.atoll.train.halo;

import java.util.BitSet;
import java.util.stream.IntStream;

/** Who sends to whom in one step, as all workers know it. */
final class Senders {
  private final int workers;
  private final BitSet pairs = new BitSet();

  private Senders(int workers) {
    this.workers = workers;
  }

  /** Those workers send to all others, and nobody else does. */
  static Senders toAll(BitSet roots, int workers) {
    var senders = new Senders(workers);
    roots.stream().forEach(root -> senders.pairs.set(root * workers, (root + 1) * workers));
    return senders;
  }

  /**
   * @param readers by sender, a bit for every worker it sends to
   */
  static Senders toSome(long[] readers) {
    var senders = new Senders(readers.length);
    for (int from = 0; from < readers.length; from++) {
      for (int to = 0; to < readers.length; to++) {
        senders.pairs.set(from * readers.length + to, (readers[from] >>> to & 1) != 0);
      }
    }
    return senders;
  }

  boolean sends(int from, int to) {
    return from != to && pairs.get(from * workers + to);
  }

  /** The workers that send to anybody. */
  IntStream active() {
    return IntStream.range(0, workers)
        .filter(from -> pairs.get(from * workers, (from + 1) * workers).cardinality() > 0);
  }
}
