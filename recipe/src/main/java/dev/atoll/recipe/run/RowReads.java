package dev.atoll.recipe.run;

/**
 * Feature rows that an epoch reads, by place.
 *
 * @param local on the worker itself
 * @param peer on another worker or device
 * @param host in the memory of the host
 * @param busBytes of the rows that a GPU read from the host's memory
 */
public record RowReads(long local, long peer, long host, long busBytes) {
  static final RowReads NONE = new RowReads(0, 0, 0, 0);
}
