package dev.atoll.graph.build;

/**
 * The changes that {@link CsrBuilder} makes to edges before they are stored.
 *
 * <pre>{@code
 * var options = CsrOptions.AS_GIVEN.symmetrized().deduplicated().with(SelfLoops.DROP);
 * }</pre>
 *
 * @param symmetrize store every edge in both directions; a self-loop stays one arc
 * @param dedupe store equal arcs once
 */
public record CsrOptions(
    boolean symmetrize, boolean dedupe, SelfLoops selfLoops, NeighborOrder order) {
  /** Options that store every edge unchanged, with ascending neighbours. */
  public static final CsrOptions AS_GIVEN =
      new CsrOptions(false, false, SelfLoops.KEEP, NeighborOrder.ASCENDING);

  public CsrOptions symmetrized() {
    return new CsrOptions(true, dedupe, selfLoops, order);
  }

  public CsrOptions deduplicated() {
    return new CsrOptions(symmetrize, true, selfLoops, order);
  }

  public CsrOptions with(SelfLoops selfLoops) {
    return new CsrOptions(symmetrize, dedupe, selfLoops, order);
  }

  public CsrOptions with(NeighborOrder order) {
    return new CsrOptions(symmetrize, dedupe, selfLoops, order);
  }

  /** The treatment of edges from a node to itself. */
  public enum SelfLoops {
    KEEP,
    DROP,
    /** Gives every node exactly one self-loop, in place of any it had. */
    ADD
  }

  /** The order of the neighbours of one node. */
  public enum NeighborOrder {
    ASCENDING,
    /**
     * The order of the source: by chunk, then by position in the chunk. An edge stored in both
     * directions counts for both at its position; an added self-loop comes last; the first of equal
     * arcs stays.
     */
    SOURCE
  }
}
