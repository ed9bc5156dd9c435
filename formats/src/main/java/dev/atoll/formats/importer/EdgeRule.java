package dev.atoll.formats.importer;

import dev.atoll.formats.dataset.DatasetWriter;
import dev.atoll.graph.csr.CsrOptions;
import dev.atoll.graph.csr.CsrOptions.SelfLoops;

/** The direction of the edges of an import. */
public enum EdgeRule {
  /** The direction that the publishers of the format use; undirected if they do not specify one. */
  AS_PUBLISHED,
  /** Exactly as stored: u is an in-neighbour of v for each edge u → v. */
  DIRECTED,
  /** Stores every edge in both directions, without duplicates and self-loops. */
  UNDIRECTED;

  private static final CsrOptions SYMMETRIC =
      CsrOptions.AS_GIVEN.symmetrized().deduplicated().with(SelfLoops.DROP);

  /** The rule applied, and noted in the dataset. */
  CsrOptions apply(boolean publishedUndirected, DatasetWriter writer) {
    boolean both = this == UNDIRECTED || (this == AS_PUBLISHED && publishedUndirected);
    writer.note(
        both
            ? "edges made symmetric, duplicates and self-loops removed"
            : "edges are directed, as stored");
    return both ? SYMMETRIC : CsrOptions.AS_GIVEN;
  }
}
