package dev.atoll.comm;

import java.util.BitSet;

/**
 * The order in which ranks pass on the array of one root: the root, the other roots, then the ranks
 * that send nothing of their own, each group in the order of ranks from the root on. So a rank that
 * skips its broadcast still receives; a single one, which is the last, sends nothing at all.
 *
 * @param ranks how many there are
 * @param roots the ranks that broadcast
 * @param root the one whose array travels
 */
public record Ring(int ranks, BitSet roots, int root) {
  /** No rank: the position before the first and after the last. */
  public static final int NONE = -1;

  /** The rank that a rank sends to. */
  public int next(int rank) {
    int found = nearest(rank, 1, roots.get(rank));
    return found == NONE && roots.get(rank) ? nearest(root, 1, false) : found;
  }

  /** The rank that a rank receives from. */
  public int previous(int rank) {
    if (rank == root) {
      return NONE;
    }
    int found = nearest(rank, -1, roots.get(rank));
    if (found != NONE) {
      return found;
    }
    int lastRoot = roots.get(rank) ? NONE : nearest(root, -1, true);
    return lastRoot == NONE ? root : lastRoot;
  }

  /** The first rank of a group, going from one rank in a direction until the root is reached. */
  private int nearest(int from, int direction, boolean amongRoots) {
    for (int step = 1; step < ranks; step++) {
      int rank = Math.floorMod(from + direction * step, ranks);
      if (rank == root) {
        return NONE;
      }
      if (roots.get(rank) == amongRoots) {
        return rank;
      }
    }
    return NONE;
  }
}
