package dev.atoll.graph.csr;

/**
 * The changes that {@link CsrBuilder} makes to edges before they are stored.
 *
 * <pre>{@code
 * var options = CsrOptions.AS_GIVEN.symmetrized().deduplicated();
 * }</pre>
 *
 * @param symmetrize store every edge in both directions; a self-loop stays one arc
 * @param dedupe store equal arcs once
 */
public record CsrOptions(boolean symmetrize, boolean dedupe, SelfLoops selfLoops) {
  /** Options that store every edge unchanged. */
  public static final CsrOptions AS_GIVEN = new CsrOptions(false, false, SelfLoops.KEEP);

  /** Options without equal arcs and self-loops; edges without a direction go in both. */
  public static CsrOptions simple(boolean directed) {
    return new CsrOptions(!directed, true, SelfLoops.DROP);
  }

  public CsrOptions symmetrized() {
    return new CsrOptions(true, dedupe, selfLoops);
  }

  public CsrOptions deduplicated() {
    return new CsrOptions(symmetrize, true, selfLoops);
  }

  public CsrOptions with(SelfLoops selfLoops) {
    return new CsrOptions(symmetrize, dedupe, selfLoops);
  }

  /** The treatment of edges from a node to itself. */
  public enum SelfLoops {
    KEEP,
    DROP
  }
}
