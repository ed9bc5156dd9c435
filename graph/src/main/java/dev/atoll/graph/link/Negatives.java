package dev.atoll.graph.link;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Links;
import dev.atoll.graph.RandomKey;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntToLongFunction;

/**
 * Draws tails that a head does not have. The draws are a function of the key only. Candidates are
 * all nodes, or only tails of links if links lead from one type of node to another.
 */
public final class Negatives {
  private static final int TRIES = 64;

  /** The weight of a candidate. */
  public enum Kind {
    /** Uniform over all candidates. */
    UNIFORM,
    /** Proportional to {@code degree^¾}, as in word2vec and GraphSAGE. */
    DEGREE
  }

  private final int[] candidates;

  /** Cumulative weights up to each candidate; null for uniform draws. */
  private final double[] upTo;

  private Negatives(int[] candidates, double[] upTo) {
    this.candidates = candidates;
    this.upTo = upTo;
  }

  /**
   * Negatives among the given nodes.
   *
   * @param known whose counts are the degrees
   */
  public static Negatives of(Kind kind, int[] candidates, KnownLinks known) {
    return kind == Kind.UNIFORM
        ? new Negatives(candidates, null)
        : byDegree(candidates, known::count);
  }

  /** Negatives among the given nodes in proportion to {@code degree^¾}. */
  public static Negatives byDegree(int[] candidates, IntToLongFunction degree) {
    double[] upTo = new double[candidates.length];
    double sum = 0;
    for (int i = 0; i < candidates.length; i++) {
      sum += StrictMath.pow((double) degree.applyAsLong(candidates[i]), 0.75);
      upTo[i] = sum;
    }
    return new Negatives(candidates, upTo);
  }

  /** The nodes that may be the tail of a link, ascending. */
  public static int[] candidates(Links links, int nodes) {
    BitSet tails = new BitSet(nodes);
    if (links.symmetric() || links.relations().isPresent()) {
      tails.set(0, nodes);
    } else {
      for (int link = 0; link < links.count(); link++) {
        tails.set(links.tail(link));
      }
    }
    return tails.stream().toArray();
  }

  /** Any candidate. */
  public int draw(RandomKey key, long counter) {
    if (upTo == null) {
      return candidates[(int) key.below(candidates.length, counter)];
    }
    int place = Arrays.binarySearch(upTo, key.unit(counter) * upTo[upTo.length - 1]);
    return candidates[Math.min(place < 0 ? -place - 1 : place + 1, upTo.length - 1)];
  }

  /**
   * Tails that are not known to be the head's, and not the head itself.
   *
   * @throws BadDataException when the head is linked to every candidate
   */
  public void draw(KnownLinks known, int head, int relation, RandomKey key, int[] into) {
    for (int i = 0; i < into.length; i++) {
      into[i] = draw(known, head, relation, key, (long) i * TRIES);
    }
  }

  private int draw(KnownLinks known, int head, int relation, RandomKey key, long counter) {
    for (int attempt = 0; attempt < TRIES; attempt++) {
      int tail = draw(key, counter + attempt);
      if (tail != head && !known.contains(head, relation, tail)) {
        return tail;
      }
    }
    return search(known, head, relation, (int) key.below(candidates.length, counter));
  }

  /** The first one from a random node on, for heads that are linked to nearly all. */
  private int search(KnownLinks known, int head, int relation, int from) {
    for (int i = 0; i < candidates.length; i++) {
      int tail = candidates[(from + i) % candidates.length];
      if (tail != head && !known.contains(head, relation, tail)) {
        return tail;
      }
    }
    throw new BadDataException(
        "node %d is linked to all %d candidates: there is no pair that is not a link; a complete graph cannot be learned from negatives"
            .formatted(head, candidates.length));
  }
}
