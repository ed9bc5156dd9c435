package dev.atoll.train.halo;

import java.util.BitSet;
import java.util.stream.IntStream;

/** The senders and receivers of one step, known to all workers. */
public final class Senders {
  private final int workers;
  private final boolean byReader;
  private final BitSet pairs = new BitSet();

  private Senders(int workers, boolean byReader) {
    this.workers = workers;
    this.byReader = byReader;
  }

  /** Every worker broadcasts. */
  public static Senders all(int workers) {
    BitSet all = new BitSet(workers);
    all.set(0, workers);
    return broadcasts(all, workers);
  }

  /** No worker sends. */
  public static Senders none(int workers) {
    return broadcasts(new BitSet(), workers);
  }

  /** Some workers broadcast: they send to all others. */
  public static Senders broadcasts(BitSet active, int workers) {
    var senders = new Senders(workers, false);
    active.stream().forEach(from -> senders.pairs.set(from * workers, (from + 1) * workers));
    return senders;
  }

  /**
   * Workers send to some of the others.
   *
   * @param readers by sender, a bit for every worker it sends to
   */
  public static Senders toReaders(long[] readers) {
    var senders = new Senders(readers.length, true);
    for (int from = 0; from < readers.length; from++) {
      for (int to = 0; to < readers.length; to++) {
        senders.pairs.set(from * readers.length + to, (readers[from] >>> to & 1) != 0);
      }
    }
    return senders;
  }

  public boolean sends(int from, int to) {
    return from != to && pairs.get(from * workers + to);
  }

  /** Whether a worker sends at all. */
  public boolean isActive(int worker) {
    return !pairs.get(worker * workers, (worker + 1) * workers).isEmpty();
  }

  /** Whether the decision is made for every reader, not once for a broadcast to all. */
  public boolean isByReader() {
    return byReader;
  }

  /** The workers that send at all. */
  public IntStream active() {
    return IntStream.range(0, workers).filter(this::isActive);
  }
}
