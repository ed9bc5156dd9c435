package dev.atoll.graph;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The links of link prediction: pairs of nodes, each for training, validation or test, and each of
 * a relation if there are several.
 *
 * @param heads source nodes of the links, int32
 * @param tails target nodes of the links, int32
 * @param relations the relation of every link, int32; absent if there is only one
 * @param relationCount number of relations
 * @param roles {@link Split#TRAIN}, {@link Split#VALIDATION}, {@link Split#TEST} or {@link
 *     Split#NONE}, int8
 * @param symmetric whether a link means the same in both directions
 * @param first the global index of the first link in a worker's share; absent if all links are here
 */
public record Links(
    int count,
    MemorySegment heads,
    MemorySegment tails,
    Optional<MemorySegment> relations,
    int relationCount,
    MemorySegment roles,
    boolean symmetric,
    OptionalLong first) {
  /** The complete set of links, not one worker's share. */
  public static Links all(
      int count,
      MemorySegment heads,
      MemorySegment tails,
      Optional<MemorySegment> relations,
      int relationCount,
      MemorySegment roles,
      boolean symmetric) {
    return new Links(
        count, heads, tails, relations, relationCount, roles, symmetric, OptionalLong.empty());
  }

  /** Whether other workers have links that are not here. */
  public boolean isShare() {
    return first.isPresent();
  }

  /** The index of a link among those of all workers. */
  public long globalIndex(long link) {
    return first.orElse(0) + link;
  }

  public int head(long link) {
    return heads.get(JAVA_INT_UNALIGNED, link * Integer.BYTES);
  }

  public int tail(long link) {
    return tails.get(JAVA_INT_UNALIGNED, link * Integer.BYTES);
  }

  /** The relation of a link; 0 if there is only one. */
  public int relation(long link) {
    return relations.map(kinds -> kinds.get(JAVA_INT_UNALIGNED, link * Integer.BYTES)).orElse(0);
  }

  public int role(long link) {
    return roles.get(JAVA_BYTE, link);
  }

  /** The links of a role, ascending. */
  public long[] withRole(int role) {
    long[] found = new long[count(role)];
    int next = 0;
    for (int link = 0; link < count; link++) {
      if (role(link) == role) {
        found[next++] = link;
      }
    }
    return found;
  }

  public int count(int role) {
    int found = 0;
    for (int link = 0; link < count; link++) {
      found += role(link) == role ? 1 : 0;
    }
    return found;
  }
}
