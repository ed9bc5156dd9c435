package dev.atoll.graph.cluster;

import java.util.function.IntFunction;

/**
 * The rules for reading, rating and contracting rows.
 *
 * @param arcsRead the most arcs read of a row of the finest level, evenly spread over the row
 * @param arcsKept the most arcs kept of a contracted row, heaviest first; {@link #ALL} keeps them
 *     in the order in which they are found
 * @param packed stores an arc in one int and limits its weight to the bits that the node number
 *     leaves; otherwise weights take an int of their own
 * @param ratings makes the map for a number of labels
 */
public record RowPolicy(
    int arcsRead, int arcsKept, boolean packed, IntFunction<RatingMap> ratings) {
  public static final int ALL = Integer.MAX_VALUE;

  /** The most labels for which each thread has an array element per label: 128 MiB. */
  public static final int MOST_DENSE_LABELS = 1 << 25;

  /** The policy of partitioning: every arc counts for the cut. */
  public static final RowPolicy PARTITIONING =
      new RowPolicy(ALL, ALL, true, RowPolicy::partitioningRatings);

  /** Most labels occur, so that a dense map pays, until it takes more memory than all rows. */
  private static RatingMap partitioningRatings(int labelCount) {
    return labelCount <= MOST_DENSE_LABELS ? new DenseRatings(labelCount) : new HashRatings();
  }

  /** A copy that reads at most {@code most} arcs of a row of the finest level. */
  public RowPolicy reading(int most) {
    return new RowPolicy(most, arcsKept, packed, ratings);
  }

  /**
   * Reading more than 128 neighbours of a hub takes longer and gains little. Clusters beyond the 32
   * nearest would not be placed side by side anyway; leaving them out bounds the memory.
   */
  public static final RowPolicy LOCALITY = new RowPolicy(128, 32, false, _ -> new HashRatings());
}
