package dev.atoll.train.link;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.atoll.graph.BadDataException;
import dev.atoll.graph.Links;
import dev.atoll.graph.RandomKey;
import dev.atoll.graph.Split;
import dev.atoll.graph.sample.Fanouts;
import dev.atoll.graph.sample.NeighborPicks;
import dev.atoll.graph.sample.NeighborSource;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Gathers the links of an evaluation where no worker has all of them: the evaluated links, and the
 * training links of their heads, which are requested from the owners of the heads.
 */
public final class EvaluatedLinks {
  private static final int HEADS_AT_ONCE = 1 << 12;

  /** The most links that are brought to the evaluating worker. */
  private static final int MOST = 1 << 26;

  private EvaluatedLinks() {}

  /**
   * Links for {@link LinkEvaluation}.
   *
   * @param own of the evaluating worker; evaluated links come first
   */
  public static Links of(Links own, PairWork.BatchContext place, Arena memory) {
    int asked = own.count() - own.count(Split.TRAIN);
    int[] heads =
        IntStream.range(0, asked)
            .map(link -> place.numbers().newOf(own.head(link)))
            .sorted()
            .distinct()
            .toArray();
    List<int[]> rows = known(heads, place.neighbors().get());
    int count = Math.toIntExact(asked + rows.stream().mapToLong(row -> row.length).sum());
    MemorySegment headOf = memory.allocate(JAVA_INT, Math.max(1, count));
    MemorySegment tailOf = memory.allocate(JAVA_INT, Math.max(1, count));
    MemorySegment roles = memory.allocate(Math.max(1, count));
    for (int link = 0; link < asked; link++) {
      headOf.setAtIndex(JAVA_INT, link, own.head(link));
      tailOf.setAtIndex(JAVA_INT, link, own.tail(link));
      roles.set(JAVA_BYTE, link, (byte) own.role(link));
    }
    int next = asked;
    for (int i = 0; i < heads.length; i++) {
      for (int tail : rows.get(i)) {
        headOf.setAtIndex(JAVA_INT, next, id(place, heads[i]));
        tailOf.setAtIndex(JAVA_INT, next, id(place, tail));
        roles.set(JAVA_BYTE, next++, (byte) Split.TRAIN);
      }
    }
    return Links.all(count, headOf, tailOf, Optional.empty(), 1, roles, own.symmetric());
  }

  private static int id(PairWork.BatchContext place, int node) {
    return place.numbering().original(node);
  }

  /** The neighbours of the given nodes. */
  private static List<int[]> known(int[] heads, NeighborSource source) {
    List<int[]> rows = new ArrayList<>();
    long count = 0;
    try (var picked = new NeighborPicks();
        Arena passing = Arena.ofShared()) {
      MemorySegment frontier = passing.allocate(JAVA_INT, HEADS_AT_ONCE);
      for (int from = 0; from < heads.length; from += HEADS_AT_ONCE) {
        int[] some = Arrays.copyOfRange(heads, from, Math.min(heads.length, from + HEADS_AT_ONCE));
        MemorySegment.copy(some, 0, frontier, JAVA_INT, 0, some.length);
        source.pick(frontier, some.length, Fanouts.ALL, new RandomKey(0), picked);
        for (int i = 0; i < some.length; i++) {
          int[] row = row(picked, i);
          count += row.length;
          rows.add(row);
        }
        requireFew(heads.length, count);
      }
    }
    return rows;
  }

  private static int[] row(NeighborPicks picked, int place) {
    long from = picked.rowStart().getAtIndex(JAVA_LONG, place);
    int[] row = new int[(int) (picked.rowStart().getAtIndex(JAVA_LONG, place + 1L) - from)];
    MemorySegment.copy(picked.neighbors(), JAVA_INT, from * Integer.BYTES, row, 0, row.length);
    return row;
  }

  private static void requireFew(int heads, long links) {
    if (links > MOST) {
      throw new BadDataException(
          "the links that validate and test have %d heads with more than %d links: one worker evaluates them and keeps at most that many; make link.validation and link.test smaller"
              .formatted(heads, MOST));
    }
  }
}
